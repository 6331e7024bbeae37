import { designOfDates } from '../designs.ts'
import type { BenchCaller } from '../seed.ts'
import { request } from './requests.ts'
import type { Scenario } from './scenario.ts'

const createOf = (dates: number) => (callers: BenchCaller[]) =>
  callers.map((caller) =>
    request(caller, 'POST /v1/trips', { title: 'Ruta por Japón', startDate: '2027-10-04', travelers: 2, design: designOfDates(dates) }),
  )

/** Fourteen days, fourteen transfers, thirteen lodgings: 41 blocks. */
export const createFortnight: Scenario = {
  name: 'create-fortnight',
  requests: createOf(14),
  against: [{ floor: 'itinerary-by-hand', is: 'bare Fastify, the same rows by hand', target: 0.4 }],
}

/** As long as a design may be in stops: 486 blocks. */
export const createYear: Scenario = {
  name: 'create-year',
  requests: createOf(365),
  against: [{ floor: 'itinerary-by-hand', is: 'bare Fastify, the same rows by hand' }],
}
