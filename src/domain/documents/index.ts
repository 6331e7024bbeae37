export { agenciesToClean, forget, unknownAmong } from './forgotten.queries.ts'
