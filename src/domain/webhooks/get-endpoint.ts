import { operation } from '../../operations/operation.ts'
import { toEndpoint } from './endpoint.queries.ts'
import { EndpointPath, WebhookEndpoint } from './endpoint.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const getEndpoint = operation({
  id: 'webhookEndpoints.get',
  title: 'Get a webhook endpoint',
  describe: 'For any key of the person whose key it belongs to; for everybody else it is not found.',
  route: 'GET /v1/webhook-endpoints/{endpointId}',
  kind: 'read',
  scopes: ['webhooks:read'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  returns: WebhookEndpoint,
  problems: ['not_found'],
  subjectOf: { subject: 'webhook_endpoint', types: ['webhook.test'] },

  async handle({ params, caller, db, refuse }) {
    return toEndpoint(await visibleEndpoint(db, caller, params.endpointId, refuse))
  },
})
