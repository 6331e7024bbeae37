import { randomUUIDv7 } from 'node:crypto'
import { eventTypesOf } from '../../operations/event-types.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { countEndpoints, insertEndpoint, oneEndpoint, toEndpoint } from './endpoint.queries.ts'
import { endpointMistakes, MOST_ENDPOINTS } from './endpoint.rules.ts'
import { NewEndpoint, WebhookEndpointWithSecret } from './endpoint.ts'
import { newSigningSecret, previewOf } from './signing-secret.ts'

export const createEndpoint = operation({
  id: 'webhookEndpoints.create',
  title: 'Create a webhook endpoint',
  describe:
    'Subscribes an address to events. It belongs to this key: it gets the events that the key may read, and stops when the key is revoked. The signing secret is in this answer only. A key has at most 10 endpoints.',
  route: 'POST /v1/webhook-endpoints',
  kind: 'write',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  body: NewEndpoint,
  status: 201,
  returns: WebhookEndpointWithSecret,
  answersSecret: true,
  problems: ['limit_reached'],
  example: { body: { url: 'https://crm.example.com/travesia', eventTypes: ['trip.*'], description: 'Our CRM' } },

  async handle({ body, caller, db, catalogue, vault, allowInsecureWebhooks, refuse }) {
    const mistakes = endpointMistakes(body, eventTypesOf(catalogue), allowInsecureWebhooks)
    if (mistakes.length > 0) throw invalid(mistakes)
    if ((await countEndpoints(db, caller.keyId)).count >= MOST_ENDPOINTS) {
      throw refuse('limit_reached', { detail: `This key has ${MOST_ENDPOINTS} webhook endpoints already.` })
    }

    const secret = newSigningSecret()
    const id = randomUUIDv7()
    await insertEndpoint(db, {
      ...{ id, key_id: caller.keyId, url: body.url, description: body.description ?? '', event_types: body.eventTypes },
      ...{ secret: vault.seal(secret), secret_preview: previewOf(secret) },
    })
    return { ...toEndpoint(await oneEndpoint(db, caller.userId, id)), secret }
  },
})
