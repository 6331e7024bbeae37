import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, named, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { moveProducts, setDeleted } from './entity.queries.ts'
import { isPlace } from './entity.rules.ts'
import type { EntityKind } from './entity.ts'
import { EntityPath } from './entity.ts'
import { liveEntity } from './known-entity.ts'
import { findPlacesBelow } from './tree.queries.ts'

const DeletePreview = named(
  'CatalogDeletePreview',
  Shape({
    object: Kind('catalog_delete_preview'),
    id: Uuid(),
    name: Type.String(),
    deletes: Shape({
      zonas: Type.Integer({ description: 'How many places of the kind `destino` below it would go too.' }),
      lugares: Type.Integer({ description: 'And how many of the kind `punto`.' }),
    }),
    requiresConfirmation: Type.Boolean({ description: 'Whether it takes `confirm` with the exact `name` to do it.' }),
  }),
)

export const deleteEntity = operation({
  id: 'catalogEntities.delete',
  title: 'Delete a catalog entry',
  describe:
    'Takes the entry out of the lists; trips that use it keep showing it. A `destino` or `punto` takes the places below it along, and then wants `confirm`; products are never taken: they move up to the nearest place that stays. Restore brings the entry back, undo everything.',
  route: 'DELETE /v1/catalog/entities/{entityId}',
  kind: 'destructive',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: EntityPath,
  query: Shape({
    ...ExpectedUpdatedAt.properties,
    confirm: Type.Optional(
      Type.String({ maxLength: 200, description: "The entry's exact name, required when the delete takes more than the entry itself." }),
    ),
  }),
  returns: Shape({
    object: Kind('catalog_entity'),
    id: Uuid(),
    deleted: Type.Literal(true),
    deletedIds: Type.Array(Uuid(), { description: 'The entry first, then the places below it.' }),
  }),
  preview: DeletePreview,
  problems: ['not_found', 'stale_write', 'confirmation_required'],

  async handle({ params, query, db, refuse }) {
    const entity = await liveEntity(db, params.entityId, refuse)
    refuseStale(entity, query.expectedUpdatedAt, refuse)
    const isOfTree = isPlace(entity.kind as EntityKind)
    const below = isOfTree ? await findPlacesBelow(db, entity.id) : []
    const deletedIds = [entity.id, ...below.map(({ id }) => id)]
    const isConfirmed = below.length === 0 || query.confirm === entity.name

    if (isOfTree) await moveProducts(db, deletedIds, entity.parent_id)
    await setDeleted(db, deletedIds)
    return {
      answer: { object: 'catalog_entity' as const, id: entity.id, deleted: true as const, deletedIds },
      preview: () => ({
        object: 'catalog_delete_preview' as const,
        ...{ id: entity.id, name: entity.name },
        deletes: {
          zonas: below.filter(({ kind }) => kind === 'destino').length,
          lugares: below.filter(({ kind }) => kind === 'punto').length,
        },
        requiresConfirmation: below.length > 0,
      }),
      ...(!isConfirmed && {
        refusal: refuse('confirmation_required', {
          detail: `It takes ${below.length} more with it: repeat the request with confirm set to the exact name, ${entity.name}.`,
        }),
      }),
    }
  },
})
