import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { named, Shape, Uuid } from '../../operations/schema.ts'
import { findEntity, setLive, toEntity } from './entity.queries.ts'
import { twiceHeld } from './entity.rules.ts'
import { Entity, EntityPath } from './entity.ts'
import { refuseTaken } from './external-place.ts'
import { knownEntity } from './known-entity.ts'
import { findWithAncestors } from './tree.queries.ts'

const RestoredEntity = named(
  'RestoredCatalogEntity',
  Shape({
    ...Entity.properties,
    restoredIds: Type.Array(Uuid(), { description: 'What is live again: the entry, then the deleted places it lies in, outwards.' }),
  }),
)

export const restoreEntity = operation({
  id: 'catalogEntities.restore',
  title: 'Restore a deleted catalog entry',
  describe:
    'Brings the entry back, with every deleted place that it lies in; what was deleted below it stays deleted. An entry that is live is answered as it is, with no `restoredIds`.',
  route: 'POST /v1/catalog/entities/{entityId}/restore',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: EntityPath,
  returns: RestoredEntity,
  problems: ['not_found', 'place_taken'],

  async handle({ params, db, refuse }) {
    const entity = await knownEntity(db, params.entityId, refuse)
    if (entity.deleted_at === null) return { ...toEntity(entity), restoredIds: [] }
    const deleted = (await findWithAncestors(db, entity.id)).filter(({ deleted_at }) => deleted_at !== null)
    for (const { id, kind, place_id } of deleted) await refuseTaken(db, { kind, placeId: place_id }, id, refuse)
    const twice = twiceHeld(deleted)
    if (twice !== undefined) throw refuse('place_taken', { detail: `Two of what would come back hold the place ${twice}.` })

    const restoredIds = deleted.map(({ id }) => id)
    await setLive(db, restoredIds)
    return { ...toEntity((await findEntity(db, entity.id)) ?? entity), restoredIds }
  },
})
