import { completeDesign, EXAMPLE_DESIGN } from '../src/domain/design/index.ts'
import { BENCH_TRIPS, type BenchTrip } from './trip-content.ts'

const METADATA_KEYS = 2

/** The trips that are read: of the size of those that are made, with a route of six stops where those have metadata. */
export const SEEDED_TRIPS: (BenchTrip & { design: object })[] = BENCH_TRIPS.map((trip) => ({
  ...trip,
  metadata: Object.fromEntries(Object.entries(trip.metadata).slice(0, METADATA_KEYS)),
  design: completeDesign(EXAMPLE_DESIGN),
}))
