import { operation } from '../../operations/operation.ts'
import { liveTrip } from './live-trip.ts'
import { setLive, toTrip } from './trip.queries.ts'
import { Trip, TripPath } from './trip.ts'

export const restoreTrip = operation({
  id: 'trips.restore',
  title: 'Restore an archived trip',
  describe: 'Brings an archived trip back as it was.',
  route: 'POST /v1/trips/{tripId}/restore',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  returns: Trip,
  problems: ['not_found', 'not_archived'],
  emits: ['trip.restored'],

  async handle({ params, db, refuse, baseUrl }) {
    const restored = await setLive(db, params.tripId)
    if (restored) return toTrip(restored, baseUrl)
    await liveTrip(db, params.tripId, refuse)
    throw refuse('not_archived')
  },
})
