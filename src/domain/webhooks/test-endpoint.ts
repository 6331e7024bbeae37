import { operation } from '../../operations/operation.ts'
import { insertTestDelivery, toDelivery } from './delivery.queries.ts'
import { WebhookDelivery } from './delivery.ts'
import { EndpointPath } from './endpoint.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const testEndpoint = operation({
  id: 'webhookEndpoints.test',
  title: 'Send a test event',
  describe: 'Sends a `webhook.test` about the endpoint itself, to this endpoint only. Its delivery tells how it went.',
  route: 'POST /v1/webhook-endpoints/{endpointId}/test',
  kind: 'write',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  returns: WebhookDelivery,
  problems: ['not_found', 'invalid_state'],

  async handle({ params, caller, db, refuse }) {
    const endpoint = await visibleEndpoint(db, caller, params.endpointId, refuse)
    if (!endpoint.enabled || !endpoint.key_is_live) throw refuse('invalid_state', { detail: 'The endpoint is switched off.' })
    return toDelivery(await insertTestDelivery(db, endpoint.id))
  },
})
