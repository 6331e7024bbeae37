import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { isUuid } from '../../operations/schema.ts'
import { findEntityIds, findLiveEntities, toEntity } from '../catalog/index.ts'
import { blockOfEntity, entitiesNamed } from './entity-block.rules.ts'
import { refusedOp } from './op-place.rules.ts'
import type { Op } from './ops.ts'
import type { Snapshot } from './snapshot.rules.ts'

/** Blocks about the live catalog entries that the ops insert, by their ids. */
export async function entityBlocks(db: ReadDb, ops: readonly Op[]): Promise<ReadonlyMap<string, Snapshot>> {
  const ids = ops.flatMap((op) => (op.op === 'insertFromCatalog' ? [op.entityId] : []))
  if (ids.length === 0) return new Map()
  const entities = (await findLiveEntities(db, ids)).map(toEntity)
  return new Map(entities.map((entity) => [entity.id, blockOfEntity(entity)]))
}

/** A block says of an entry that it came from it: that entry is, or was, in the agency's catalog. */
export async function refuseUnknownEntities(db: ReadDb, ops: readonly Op[], refuse: Refuse<'invalid_op'>): Promise<void> {
  // what is no id is told by the block's type
  const named = entitiesNamed(ops).filter(({ entityId }) => isUuid(entityId))
  if (named.length === 0) return
  const known = await findEntityIds(db, [...new Set(named.map(({ entityId }) => entityId))])
  const unknown = named.filter(({ entityId }) => !known.has(entityId.toLowerCase()))
  const errors = unknown.map(({ path, entityId }) => ({ path, message: `there is no catalog entry ${entityId}` }))
  if (errors.length > 0) throw refuse('invalid_op', refusedOp(errors))
}
