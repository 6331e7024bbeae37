import { operation } from '../../operations/operation.ts'
import { liveTrip } from './live-trip.ts'
import { findTrips, toTrip } from './trip.queries.ts'
import { Trip, TripPath } from './trip.ts'

export const getTrip = operation({
  id: 'trips.get',
  title: 'Get a trip',
  describe: 'An archived trip, like one of another agency, is not found.',
  route: 'GET /v1/trips/{tripId}',
  kind: 'read',
  scopes: ['trips:read'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  returns: Trip,
  problems: ['not_found'],
  subjectOf: {
    subject: 'trip',
    types: [
      ...(['trip.created', 'trip.updated', 'trip.archived', 'trip.restored', 'trip.published', 'trip.unpublished'] as const),
      'trip.commercial_state_changed',
    ],
    many: async ({ db, baseUrl }, ids) => new Map((await findTrips(db, ids)).map((row) => [row.id, toTrip(row, baseUrl)])),
  },

  async handle({ params, db, refuse, baseUrl }) {
    return toTrip(await liveTrip(db, params.tripId, refuse), baseUrl)
  },
})
