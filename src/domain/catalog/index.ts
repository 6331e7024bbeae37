export { findEntityIds, findLiveEntities, toEntity } from './entity.queries.ts'
export type { Entity } from './entity.ts'
