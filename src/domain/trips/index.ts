export { findPublicTrip } from './public-trip.queries.ts'
