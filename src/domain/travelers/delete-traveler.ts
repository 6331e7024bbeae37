import { operation } from '../../operations/operation.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { liveTraveler } from './live-traveler.ts'
import { removeTraveler } from './traveler.queries.ts'
import { DeletedTraveler, TravelerPath } from './traveler.ts'
import { undoOfTraveler } from './undo-of-traveler.ts'

export const deleteTraveler = operation({
  id: 'travelers.delete',
  title: 'Remove a traveler',
  describe:
    'The others close up the gap. For people who may delete travelers. Undo brings the same traveler back, with their id, for 30 days and while the headcount allows it.',
  route: 'DELETE /v1/travelers/{travelerId}',
  kind: 'destructive',
  scopes: ['travelers:write'],
  cost: 1,
  undo: undoOfTraveler,
  params: TravelerPath,
  query: ExpectedUpdatedAt,
  returns: DeletedTraveler,
  problems: ['not_found', 'forbidden', 'stale_write'],
  emits: ['traveler.deleted'],

  async handle({ params, query, caller, db, refuse }) {
    const traveler = await liveTraveler(db, params.travelerId, refuse)
    if (!caller.user.travelerDeletion) throw refuse('forbidden', { detail: 'You may not remove travelers.' })
    refuseStale(traveler, query.expectedUpdatedAt, refuse)
    await removeTraveler(db, traveler.id)
    return { object: 'traveler' as const, id: traveler.id, tripId: traveler.trip_id, deleted: true as const }
  },
})
