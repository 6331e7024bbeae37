import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Shape, Timestamp } from '../../operations/schema.ts'
import { refuseStale } from '../../operations/stale.ts'
import { deleteEndpoint as remove } from './endpoint.queries.ts'
import { DeletedEndpoint, EndpointPath } from './endpoint.ts'
import { visibleEndpoint } from './visible-endpoint.ts'

export const deleteEndpoint = operation({
  id: 'webhookEndpoints.delete',
  title: 'Delete a webhook endpoint',
  describe: 'Nothing more is sent to it, and what waits for it is discarded.',
  route: 'DELETE /v1/webhook-endpoints/{endpointId}',
  kind: 'destructive',
  scopes: ['webhooks:write'],
  cost: 1,
  undo: 'none',
  params: EndpointPath,
  query: Shape({
    expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the endpoint still carries this `updatedAt`.' })),
  }),
  returns: DeletedEndpoint,
  problems: ['not_found', 'stale_write'],

  async handle({ params, query, caller, db, refuse }) {
    const { id, ...endpoint } = await visibleEndpoint(db, caller, params.endpointId, refuse)
    refuseStale(endpoint, query.expectedUpdatedAt, refuse)
    await remove(db, id)
    return { object: 'webhook_endpoint' as const, id, deleted: true as const }
  },
})
