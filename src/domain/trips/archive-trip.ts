import { operation } from '../../operations/operation.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { liveTrip } from './live-trip.ts'
import { setArchived, toArchivedTrip } from './trip.queries.ts'
import { mayArchive } from './trip.rules.ts'
import { ArchivedTrip, TripPath } from './trip.ts'

export const archiveTrip = operation({
  id: 'trips.archive',
  title: 'Archive a trip',
  describe:
    "Takes the trip out of every list and read, where the person behind the key may: none, their own trips, or the agency's. Restore brings it back.",
  route: 'DELETE /v1/trips/{tripId}',
  kind: 'destructive',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: TripPath,
  query: ExpectedUpdatedAt,
  returns: ArchivedTrip,
  problems: ['not_found', 'forbidden', 'stale_write'],
  emits: ['trip.archived'],

  async handle({ params, query, caller, db, refuse }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    if (!mayArchive(caller.user.tripDeletion, caller.userId, trip.owner_id)) {
      throw refuse('forbidden', { detail: 'You may not archive this trip.' })
    }
    refuseStale(trip, query.expectedUpdatedAt, refuse)
    return toArchivedTrip(await setArchived(db, trip.id, caller.userId))
  },
})
