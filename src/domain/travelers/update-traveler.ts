import { canonical } from '../../operations/canonical.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { liveTraveler } from './live-traveler.ts'
import { rankOfMoved } from './place.rules.ts'
import { todayOf } from './today.ts'
import { contentOf, findPlaces, toTraveler, writeTraveler } from './traveler.queries.ts'
import { changedTraveler, travelerMistakes } from './traveler.rules.ts'
import { Traveler, TravelerChanges, TravelerPath } from './traveler.ts'
import { undoOfTraveler } from './undo-of-traveler.ts'

export const updateTraveler = operation({
  id: 'travelers.update',
  title: 'Update a traveler',
  describe:
    'Absent members stay as they are, null clears; the passenger that results is checked. `position` moves within the booking, and the others close up. Can be undone for 30 days, while nobody has edited the traveler since.',
  route: 'PATCH /v1/travelers/{travelerId}',
  kind: 'write',
  scopes: ['travelers:write'],
  cost: 1,
  undo: undoOfTraveler,
  params: TravelerPath,
  body: TravelerChanges,
  returns: Traveler,
  answersSecret: true,
  problems: ['not_found', 'stale_write'],
  emits: ['traveler.updated'],
  example: { body: { lastName1: 'Ferrer Soler', docNumber: 'PAB654321', docExpiry: '2033-05-20' } },

  async handle({ params, body, caller, db, vault, refuse }) {
    const before = await liveTraveler(db, params.travelerId, refuse)
    refuseStale(before, body.expectedUpdatedAt, refuse)
    const known = contentOf(before, vault)
    const content = changedTraveler(known, body)
    const mistakes = travelerMistakes(content, await todayOf(db, caller))
    if (mistakes.length > 0) throw invalid(mistakes)

    const places = body.position === undefined ? [] : await findPlaces(db, before.trip_id)
    const rank = body.position === undefined ? before.rank : rankOfMoved(places, before.id, body.position)
    if (rank === before.rank && canonical(content) === canonical(known)) return toTraveler(before, vault)
    const position = rank === before.rank ? before.position : Math.min(body.position ?? 0, places.length - 1)
    return toTraveler({ ...before, ...(await writeTraveler(db, vault, before, rank, content)), position }, vault)
  },
})
