import { operation } from '../../operations/operation.ts'
import { oneEndpoint, rotateSecret as replaceSecret, toEndpoint } from './endpoint.queries.ts'
import { OLD_SECRET_SIGNS_FOR } from './endpoint.rules.ts'
import { EndpointPath, WebhookEndpointWithSecret } from './endpoint.ts'
import { newSigningSecret, previewOf } from './signing-secret.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const rotateSecret = operation({
  id: 'webhookEndpoints.rotateSecret',
  title: 'Rotate the signing secret',
  describe:
    'The new secret is in this answer only. For 24 hours the old one signs beside it, so that `webhook-signature` has two entries and a receiver can change over in peace.',
  route: 'POST /v1/webhook-endpoints/{endpointId}/rotate-secret',
  kind: 'write',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  returns: WebhookEndpointWithSecret,
  answersSecret: true,
  problems: ['not_found'],

  async handle({ params, caller, db, vault, refuse }) {
    const { id } = await visibleEndpoint(db, caller, params.endpointId, refuse)
    const secret = newSigningSecret()
    const oldUntil = Temporal.Instant.from(await db.now())
      .add(OLD_SECRET_SIGNS_FOR)
      .toString()
    await replaceSecret(db, id, { secret: vault.seal(secret), secret_preview: previewOf(secret) }, oldUntil)
    return { ...toEndpoint(await oneEndpoint(db, caller.userId, id)), secret }
  },
})
