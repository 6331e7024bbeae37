export { countTravelers } from './traveler.queries.ts'
