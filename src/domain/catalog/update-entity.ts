import { canonical } from '../../operations/canonical.ts'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { toEntity, writeEntity } from './entity.queries.ts'
import { changedContent, entityMistakes } from './entity.rules.ts'
import { Entity, EntityChanges, EntityPath } from './entity.ts'
import { refuseTaken } from './external-place.ts'
import { liveEntity } from './known-entity.ts'
import { placedInTree } from './place-in-tree.ts'

export const updateEntity = operation({
  id: 'catalogEntities.update',
  title: 'Update a catalog entry',
  describe:
    'Absent members stay as they are; `place` and `content` are merged by member, `tags` replaces them all. A new `place.parentId` moves the entry with everything below it. Its kind and origin stay.',
  route: 'PATCH /v1/catalog/entities/{entityId}',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: EntityPath,
  body: EntityChanges,
  returns: Entity,
  problems: ['not_found', 'stale_write', 'place_taken'],
  example: { body: { name: 'Fushimi Inari', content: { openingHours: 'Siempre abierto' } } },

  async handle({ params, body, db, refuse }) {
    const row = await liveEntity(db, params.entityId, refuse)
    refuseStale(row, body.expectedUpdatedAt, refuse)
    const before = toEntity(row)
    const asked = changedContent(before, body)
    const mistakes = entityMistakes(asked, body)
    if (mistakes.length > 0) throw invalid(mistakes)

    const isMoved = asked.place.parentId !== before.place.parentId || asked.place.level !== before.place.level
    const after = isMoved ? await placedInTree(db, asked, row.id, refuse) : asked
    if (after.place.placeId !== before.placeId) await refuseTaken(db, { kind: row.kind, placeId: after.place.placeId }, row.id, refuse)
    if (canonical(after) === canonical(before)) return before
    return toEntity(await writeEntity(db, row.id, after))
  },
})
