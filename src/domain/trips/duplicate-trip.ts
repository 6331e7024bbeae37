import { operation } from '../../operations/operation.ts'
import { copyTree, findItinerary, saveTree } from '../itinerary/index.ts'
import { liveTrip } from './live-trip.ts'
import { insertTrip, toTrip } from './trip.queries.ts'
import { duplicateContent } from './trip.rules.ts'
import { Trip, TripPath } from './trip.ts'

export const duplicateTrip = operation({
  id: 'trips.duplicate',
  title: 'Duplicate a trip',
  describe:
    'Makes a draft with the same design, dates, headcount, cover and itinerary, titled `Copia de …`. Travelers, quotes, documents and presentation are not copied, nor is what was booked. Archiving the copy takes it back.',
  route: 'POST /v1/trips/{tripId}/duplicate',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  status: 201,
  returns: Trip,
  problems: ['not_found', 'trip_has_no_design'],
  emits: ['trip.created'],

  async handle({ params, caller, db, refuse, baseUrl }) {
    const original = toTrip(await liveTrip(db, params.tripId, refuse), baseUrl)
    if (!original.design) throw refuse('trip_has_no_design')
    const { tree, syncedDesign } = await findItinerary(db, original.id)

    const content = duplicateContent(original, caller.userId)
    const copy = toTrip(await insertTrip(db, caller.agency.timeZone, content, { syncedDesign }), baseUrl)
    await saveTree(db, copy.id, copyTree(tree))
    return copy
  },
})
