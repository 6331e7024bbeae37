import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'

export const DISABLED_REASONS = ['by_request', 'no_success_for_3_days', 'key_revoked'] as const

const endpoint = {
  object: Kind('webhook_endpoint'),
  id: Uuid(),
  url: Type.String(),
  description: Type.String(),
  eventTypes: Type.Array(Type.String()),
  enabled: Type.Boolean({ description: 'Whether events are delivered to it.' }),
  disabledReason: Nullable(
    OneOf(DISABLED_REASONS, { description: 'Why nothing is delivered; `key_revoked` also where the key has expired. Null while enabled.' }),
  ),
  lastSuccessAt: Nullable(Timestamp({ description: 'When a delivery last succeeded.' })),
  failingSince: Nullable(Timestamp({ description: 'The first failure since then; after 3 days the endpoint is switched off.' })),
  secretPreview: Type.String({ description: 'The start of the signing secret.' }),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
}

export const WebhookEndpoint = named(
  'WebhookEndpoint',
  Shape(endpoint, {
    description: 'An address that events are delivered to. It belongs to the key that made it, and reads with its scopes.',
  }),
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = named(
  'WebhookEndpointWithSecret',
  Shape(
    { ...endpoint, secret: Type.String({ description: 'The signing secret, shown only now.' }) },
    { description: 'An endpoint whose signing secret was just made.' },
  ),
)

export const DeletedEndpoint = named(
  'DeletedWebhookEndpoint',
  Shape({ object: Kind('webhook_endpoint'), id: Uuid(), deleted: Type.Literal(true) }),
)

export const EndpointPath = Shape({ endpointId: Uuid() })

const Url = Type.String({ maxLength: 2000, format: 'uri', description: 'An https address on the public network.' })
const Description = Type.String({ maxLength: 500 })
const EventTypes = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'Types of events, groups like `trip.*`, or `*` for all that the key may read.',
})

export const NewEndpoint = Shape({ url: Url, eventTypes: EventTypes, description: Type.Optional(Description) })

export const EndpointChanges = Shape({
  url: Type.Optional(Url),
  eventTypes: Type.Optional(EventTypes),
  description: Type.Optional(Description),
  enabled: Type.Optional(
    Type.Boolean({ description: 'False discards what waits; true also switches on again what was switched off for failing.' }),
  ),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the endpoint still carries this `updatedAt`.' })),
})
