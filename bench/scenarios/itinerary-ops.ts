import { itinerariesAt, NOTES, SECTIONS } from '../itineraries.ts'
import { request, UNIQUE } from './requests.ts'
import type { Scenario } from './scenario.ts'

const EDITED = 100

/** Refs are given in the order of the tree: those of notes, with a section before every nineteen. */
const noteRefs = Array.from({ length: SECTIONS * NOTES }, (_, note) => `b${note + 2 + Math.floor(note / NOTES)}`)
const edits = noteRefs.slice(0, EDITED).map((block) => ({ op: 'update', block, data: { markdown: `Nota ${UNIQUE}` } }))
const moves = noteRefs.slice(EDITED, 2 * EDITED).map((block, place) => ({
  ...{ op: 'move', block, position: 'first' },
  parent: `b${1 + (NOTES + 1) * Math.floor((EDITED + place) / NOTES)}`,
}))

/** As long however often it is asked: a hundred notes get another text, a hundred another place. */
export const itineraryOps: Scenario = {
  name: 'itinerary-ops',
  requests: async (callers, port) =>
    (await itinerariesAt(port, callers)).map(({ caller, tripId }) =>
      request(caller, `POST /v1/trips/${tripId}/itinerary/ops`, { ops: [...edits, ...moves] }),
    ),
  against: [{ floor: 'itinerary-by-hand', is: 'bare Fastify, the same rows by hand' }],
}
