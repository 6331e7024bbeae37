import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'

export const DELIVERY_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'discarded'] as const

const Attempt = Shape({
  at: Timestamp(),
  httpStatus: Nullable(Type.Integer({ description: 'Null where no answer came.' })),
  durationMs: Type.Integer(),
  error: Nullable(Type.String({ description: 'Why there was no answer.' })),
  responseSnippet: Nullable(Type.String({ description: 'How the answer began.' })),
})
export type Attempt = Static<typeof Attempt>

export const WebhookDelivery = named(
  'WebhookDelivery',
  Shape(
    {
      object: Kind('webhook_delivery'),
      id: Uuid(),
      endpointId: Uuid(),
      eventId: Type.String({ description: 'Also the `webhook-id` of every attempt.' }),
      eventType: Type.String(),
      status: OneOf(DELIVERY_STATUSES, {
        description: '`discarded`: the endpoint was switched off, or its key revoked, while it waited.',
      }),
      attempts: Type.Array(Attempt),
      nextAttemptAt: Nullable(Timestamp()),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    { description: 'An event on its way to an endpoint. Kept for 30 days.' },
  ),
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const DeliveryPath = Shape({ endpointId: Uuid(), deliveryId: Uuid() })
