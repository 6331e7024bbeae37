export { findSnapshots } from './entry.queries.ts'
