import type { WriteDb } from '../../db/tenant.ts'
import { invalid } from '../../operations/input.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type EntityContent, levelOf, mayHangFrom } from './entity.rules.ts'
import type { EntityKind } from './entity.ts'
import { liveEntity } from './known-entity.ts'
import { findWithAncestors } from './tree.queries.ts'

/**
 * The entry as it is to stand in the tree: its parent is live, of a kind that it may hang from, and not inside the entry
 * itself. `id` is that of an entry that moves. The agency's writes are a sequence, so this holds until the write is over.
 */
export async function placedInTree(
  db: WriteDb,
  entity: EntityContent,
  id: string | null,
  refuse: Refuse<'not_found'>,
): Promise<EntityContent> {
  const { kind, place } = entity
  const parent = place.parentId === null ? undefined : await liveEntity(db, place.parentId, refuse)
  if (parent && !mayHangFrom(kind, parent.kind as EntityKind))
    throw invalid([{ path: 'place.parentId', message: `leads to a ${parent.kind}: a ${kind} can't hang from it` }])
  // nothing but a destino has places of its own kind below it
  if (parent && id !== null && kind === 'destino' && (await findWithAncestors(db, parent.id)).some((above) => above.id === id))
    throw invalid([{ path: 'place.parentId', message: 'leads into the entry itself' }])
  return { ...entity, place: { ...place, level: levelOf(entity, parent) } }
}
