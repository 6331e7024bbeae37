import { operation } from '../../operations/operation.ts'
import { findDelivery, queueAnew, toDelivery } from './delivery.queries.ts'
import { DeliveryPath, WebhookDelivery } from './delivery.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const resendDelivery = operation({
  id: 'webhookDeliveries.resend',
  title: 'Resend a delivery',
  describe:
    'Sends it again at once, whatever became of it, with the same `webhook-id` and what its subject is now; with retries, as the first time.',
  route: 'POST /v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend',
  kind: 'write',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  params: DeliveryPath,
  returns: WebhookDelivery,
  problems: ['not_found', 'invalid_state'],

  async handle({ params, caller, db, refuse }) {
    const endpoint = await visibleEndpoint(db, caller, params.endpointId, refuse)
    const delivery = await findDelivery(db, endpoint.id, params.deliveryId)
    if (!delivery) throw refuse('not_found', { detail: `There is no delivery ${params.deliveryId}.` })
    if (!endpoint.enabled || !endpoint.key_is_live) throw refuse('invalid_state', { detail: 'The endpoint is switched off.' })
    return toDelivery(await queueAnew(db, delivery))
  },
})
