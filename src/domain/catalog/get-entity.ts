import { operation } from '../../operations/operation.ts'
import { toEntity } from './entity.queries.ts'
import { Entity, EntityPath } from './entity.ts'
import { knownEntity } from './known-entity.ts'

export const getEntity = operation({
  id: 'catalogEntities.get',
  title: 'Get a catalog entry',
  describe: 'A deleted entry is shown too, with its `deletedAt`: trips may still use it.',
  route: 'GET /v1/catalog/entities/{entityId}',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  params: EntityPath,
  returns: Entity,
  problems: ['not_found'],

  async handle({ params, db, refuse }) {
    return toEntity(await knownEntity(db, params.entityId, refuse))
  },
})
