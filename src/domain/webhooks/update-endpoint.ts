import { eventTypesOf } from '../../operations/event-types.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { oneEndpoint, switchOff, switchOn, toEndpoint, updateEndpoint as updateContent } from './endpoint.queries.ts'
import { endpointMistakes } from './endpoint.rules.ts'
import { EndpointChanges, EndpointPath, WebhookEndpoint } from './endpoint.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const updateEndpoint = operation({
  id: 'webhookEndpoints.update',
  title: 'Update a webhook endpoint',
  describe:
    'Absent members stay as they are. `enabled: true` also switches on an endpoint that was switched off after 3 days without a success; `enabled: false` discards what waits for it.',
  route: 'PATCH /v1/webhook-endpoints/{endpointId}',
  kind: 'write',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  body: EndpointChanges,
  returns: WebhookEndpoint,
  problems: ['not_found', 'stale_write', 'invalid_state'],
  example: { body: { eventTypes: ['trip.created', 'trip.updated'], enabled: true } },

  async handle({ params, body, caller, db, catalogue, allowInsecureWebhooks, refuse }) {
    const before = await visibleEndpoint(db, caller, params.endpointId, refuse)
    refuseStale(before, body.expectedUpdatedAt, refuse)
    const mistakes = endpointMistakes(body, eventTypesOf(catalogue), allowInsecureWebhooks)
    if (mistakes.length > 0) throw invalid(mistakes)
    if (body.enabled && !before.key_is_live)
      throw refuse('invalid_state', { detail: 'The key that it belongs to was revoked, or has expired.' })

    const { url, description, eventTypes } = body
    const changes = {
      ...(url !== undefined && url !== before.url && { url }),
      ...(description !== undefined && description !== before.description && { description }),
      ...(eventTypes !== undefined && String(eventTypes) !== String(before.event_types) && { event_types: eventTypes }),
    }
    if (Object.keys(changes).length > 0) await updateContent(db, before.id, changes)
    if (body.enabled === true && !before.enabled) await switchOn(db, before.id)
    if (body.enabled === false && before.enabled) await switchOff(db, before.id, 'by_request')
    return toEndpoint(await oneEndpoint(db, caller.userId, before.id))
  },
})
