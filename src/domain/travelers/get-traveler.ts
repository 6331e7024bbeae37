import { operation } from '../../operations/operation.ts'
import { liveTraveler } from './live-traveler.ts'
import { findTravelers, toTraveler } from './traveler.queries.ts'
import { Traveler, TravelerPath } from './traveler.ts'

export const getTraveler = operation({
  id: 'travelers.get',
  title: 'Get a traveler',
  describe: 'A traveler of an archived trip is not found until the trip is restored.',
  route: 'GET /v1/travelers/{travelerId}',
  kind: 'read',
  scopes: ['travelers:read'],
  cost: 1,
  undo: 'none',
  params: TravelerPath,
  returns: Traveler,
  problems: ['not_found'],
  subjectOf: {
    subject: 'traveler',
    types: ['traveler.created', 'traveler.updated', 'traveler.deleted'],
    many: async ({ db, vault }, ids) => new Map((await findTravelers(db, ids)).map((row) => [row.id, toTraveler(row, vault)])),
  },

  async handle({ params, db, vault, refuse }) {
    return toTraveler(await liveTraveler(db, params.travelerId, refuse), vault)
  },
})
