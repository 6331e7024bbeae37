import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { findMadeBy, insertEntity, setDeleted, toEntity } from './entity.queries.ts'
import { entityMistakes, newContent } from './entity.rules.ts'
import { Entity, NewEntity } from './entity.ts'
import { refuseTaken } from './external-place.ts'
import { placedInTree } from './place-in-tree.ts'
import { findLiveChild } from './tree.queries.ts'

export const createEntity = operation({
  id: 'catalogEntities.create',
  title: 'Create a catalog entry',
  describe:
    'Adds a place (`destino`, `punto`) or a product (`alojamiento`, `actividad`, `servicio`). A `destino` may lie in a `destino`, a `punto` too; products hang from either. An external place (`placeId`) is that of one live entry of its kind. Undoing it deletes the entry.',
  route: 'POST /v1/catalog/entities',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: {
    async guard({ db, change }) {
      const made = await findMadeBy(db, change.id)
      return made && (await findLiveChild(db, made.id)) ? 'Something that was added since depends on it.' : undefined
    },
    // whoever follows the catalog with its deleted entries learns that this one is gone
    async instead({ db, change }) {
      const made = await findMadeBy(db, change.id)
      if (made) await setDeleted(db, [made.id])
    },
  },
  body: NewEntity,
  status: 201,
  returns: Entity,
  problems: ['not_found', 'place_taken'],
  example: {
    body: {
      kind: 'punto',
      name: 'Fushimi Inari-taisha',
      place: { lat: 34.9671, lng: 135.7727, city: 'Kioto', countryCode: 'JP' },
      tags: ['templos'],
      content: { summary: 'Los mil torii, mejor antes de las ocho.', features: ['imprescindible'] },
    },
  },

  async handle({ body, db, refuse }) {
    const asked = newContent(body)
    const mistakes = entityMistakes(asked, body)
    if (mistakes.length > 0) throw invalid(mistakes)
    const entity = await placedInTree(db, asked, null, refuse)
    await refuseTaken(db, { kind: entity.kind, placeId: entity.place.placeId }, null, refuse)
    return toEntity(await insertEntity(db, entity))
  },
})
