import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { selectTravelers, toTraveler } from './traveler.queries.ts'
import { Traveler } from './traveler.ts'

const ON_THE_BOOKING = { column: 'rank', direction: 'asc', of: 'ranks' } as const

export const listTravelersOfTrip = operation({
  id: 'travelers.listOfTrip',
  title: "List a trip's travelers",
  describe: 'In the order of the booking. An archived trip, like one of another agency, is not found.',
  route: 'GET /v1/trips/{tripId}/travelers',
  kind: 'read',
  scopes: ['travelers:read'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  query: Shape(PageQuery),
  returns: ListOf(Traveler, 'A page of the travelers of a trip.'),
  problems: ['not_found'],

  async handle({ operationId, params, query, db, vault, refuse }) {
    const { id: tripId } = await liveTrip(db, params.tripId, refuse)
    const call = { operationId: `${operationId} of ${tripId}`, db, query }
    return pageOf(call, selectTravelers(db, { tripId }), (row) => toTraveler(row, vault), ON_THE_BOOKING)
  },
})
