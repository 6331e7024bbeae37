import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type EntityRow, findEntity } from './entity.queries.ts'

/** The entry, deleted or not, or a refusal: absent and another agency's look the same from outside. */
export async function knownEntity(db: ReadDb, entityId: string, refuse: Refuse<'not_found'>): Promise<EntityRow> {
  const entity = await findEntity(db, entityId)
  if (!entity) throw refuse('not_found', { detail: `There is no catalog entry ${entityId}.` })
  return entity
}

/** And one that can be written: what is deleted has to be restored first. */
export async function liveEntity(db: ReadDb, entityId: string, refuse: Refuse<'not_found'>): Promise<EntityRow> {
  const entity = await knownEntity(db, entityId, refuse)
  if (entity.deleted_at !== null) throw refuse('not_found', { detail: `The catalog entry ${entityId} is deleted: restore it first.` })
  return entity
}
