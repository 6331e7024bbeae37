export { eraseDocumentNumbers, findAgenciesToForget, findTripsToErase, forgetPeople } from './erasure.queries.ts'
export { countTravelers } from './traveler.queries.ts'
