import { operation } from '../../operations/operation.ts'
import { liveTrip } from './live-trip.ts'
import { setPublication, toTrip } from './trip.queries.ts'
import { Trip, TripPath } from './trip.ts'

export const unpublishTrip = operation({
  id: 'trips.unpublish',
  title: 'Unpublish a trip',
  describe: 'The public link and the traveler app stop showing the trip. Publish shows it again, at the same link.',
  route: 'POST /v1/trips/{tripId}/unpublish',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  returns: Trip,
  problems: ['not_found'],
  emits: ['trip.unpublished'],

  async handle({ params, db, refuse, baseUrl }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    return toTrip(trip.publication === 'draft' ? trip : await setPublication(db, trip.id, 'draft'), baseUrl)
  },
})
