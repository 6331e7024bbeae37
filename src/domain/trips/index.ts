export { liveTrip } from './live-trip.ts'
export { findPublicTrip } from './public-trip.queries.ts'
export { toTrip } from './trip.queries.ts'
export { Presentation, type Trip, TripPath } from './trip.ts'
