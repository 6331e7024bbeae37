import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { selectEndpoints, toEndpoint } from './endpoint.queries.ts'
import { WebhookEndpoint } from './endpoint.ts'

export const listEndpoints = operation({
  id: 'webhookEndpoints.list',
  title: 'List webhook endpoints',
  describe: 'Those of all keys of the person behind this key, newest first.',
  route: 'GET /v1/webhook-endpoints',
  kind: 'read',
  scopes: ['webhooks:read'],
  cost: 1,
  undo: 'none',
  query: Shape(PageQuery),
  returns: ListOf(WebhookEndpoint, 'A page of webhook endpoints.'),
  problems: [],

  async handle({ operationId, query, caller, db }) {
    const newestFirst = { column: 'created_at', direction: 'desc' } as const
    // a cursor is the place in one person's endpoints
    return pageOf(
      { operationId: `${operationId} of ${caller.userId}`, db, query },
      selectEndpoints(db, caller.userId),
      toEndpoint,
      newestFirst,
    )
  },
})
