import { itinerariesAt } from '../itineraries.ts'
import { request } from './requests.ts'
import type { Scenario } from './scenario.ts'

export const itinerary: Scenario = {
  name: 'itinerary',
  requests: async (callers, port) =>
    (await itinerariesAt(port, callers)).map(({ caller, tripId }) => request(caller, `GET /v1/trips/${tripId}/itinerary`)),
  against: [{ floor: 'itinerary-by-hand', is: 'bare Fastify, one prepared SELECT of 500 blocks', target: 0.5 }],
}
