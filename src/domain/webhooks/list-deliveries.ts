import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { OneOf, Shape } from '../../operations/schema.ts'
import { selectDeliveries, toDelivery } from './delivery.queries.ts'
import { DELIVERY_STATUSES, WebhookDelivery } from './delivery.ts'
import { EndpointPath } from './endpoint.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const listDeliveries = operation({
  id: 'webhookDeliveries.list',
  title: 'List deliveries',
  describe: 'What was, and will be, sent to an endpoint, with every attempt; newest first, kept for 30 days.',
  route: 'GET /v1/webhook-endpoints/{endpointId}/deliveries',
  kind: 'read',
  scopes: ['webhooks:read'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  query: Shape({
    ...PageQuery,
    status: Type.Optional(OneOf(DELIVERY_STATUSES)),
    eventType: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'As in `trip.updated`.' })),
  }),
  returns: ListOf(WebhookDelivery, 'A page of deliveries.'),
  problems: ['not_found'],

  async handle({ operationId, params, query, caller, db, refuse }) {
    const { id } = await visibleEndpoint(db, caller, params.endpointId, refuse)
    const newestFirst = { column: 'created_at', direction: 'desc' } as const
    // a cursor is the place in one endpoint's deliveries
    return pageOf({ operationId: `${operationId} of ${id}`, db, query }, selectDeliveries(db, id, query), toDelivery, newestFirst)
  },
})
