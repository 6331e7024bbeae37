import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { rankAt } from './place.rules.ts'
import { todayOf } from './today.ts'
import { findPlaces, insertTraveler, toTraveler } from './traveler.queries.ts'
import { newTraveler, travelerMistakes } from './traveler.rules.ts'
import { LAST_POSITION, NewTraveler, Traveler } from './traveler.ts'
import { undoOfTraveler } from './undo-of-traveler.ts'

export const createTraveler = operation({
  id: 'travelers.create',
  title: 'Add a traveler',
  describe:
    "Lists a passenger, last unless `position` says otherwise. Nothing has to be known of them yet: `missing` tells what a booking still needs. A trip lists at most as many as its headcount. Document numbers and tax ids are sealed in the service's database.",
  route: 'POST /v1/trips/{tripId}/travelers',
  kind: 'write',
  scopes: ['travelers:write'],
  cost: 1,
  undo: undoOfTraveler,
  params: TripPath,
  body: NewTraveler,
  status: 201,
  returns: Traveler,
  answersSecret: true,
  problems: ['not_found', 'headcount_full'],
  emits: ['traveler.created'],
  example: {
    body: {
      ...{ firstName: 'Lucía', lastName1: 'Ferrer Soler', birthDate: '1988-04-17', sex: 'f', nationality: 'ES' },
      ...{ docType: 'passport', docNumber: 'PAB123456', docExpiry: '2031-02-09', docCountry: 'ES' },
      ...{ email: 'lucia.ferrer@example.com', phone: '+34 600 111 222' },
    },
  },

  async handle({ params, body, caller, db, vault, refuse }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    const content = newTraveler(body)
    const mistakes = travelerMistakes(content, await todayOf(db, caller))
    if (mistakes.length > 0) throw invalid(mistakes)

    const places = await findPlaces(db, trip.id)
    if (places.length >= trip.travelers)
      throw refuse('headcount_full', { detail: `The trip is for ${trip.travelers}, and lists them all.` })
    const position = Math.min(body.position ?? LAST_POSITION, places.length)
    const made = await insertTraveler(db, vault, { tripId: trip.id, rank: rankAt(places, position) }, content)
    return toTraveler({ ...made, position, start_date: trip.start_date, end_date: trip.end_date }, vault)
  },
})
