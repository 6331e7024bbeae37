import Type from 'typebox'
import { invalid } from '../../operations/input.ts'
import { operation } from '../../operations/operation.ts'
import { ListOf } from '../../operations/page.ts'
import { OneOf, Shape, Uuid } from '../../operations/schema.ts'
import { SearchQuery, searchedPageOf } from '../../operations/searched-page.ts'
import { TagFilter } from '../tags/index.ts'
import { selectEntities, toEntity } from './entity.queries.ts'
import { Entity, KINDS, ORIGINS } from './entity.ts'
import { NEAR_PATTERN, nearMistakes, readNear } from './near.rules.ts'

const Text = (options: Record<string, unknown>) => Type.Optional(Type.String({ minLength: 1, maxLength: 500, ...options }))

export const listEntities = operation({
  id: 'catalogEntities.list',
  title: 'Search or browse the catalog',
  describe:
    'Live entries, the most recently changed first, page by page; with `q` one page of best matches, in which the name weighs most. Filters may be combined. To follow the catalog, pass the last `updatedAt` seen as `updatedSince` with `sort=updatedAt` and `includeDeleted=true`, and follow `nextCursor` until it is null: no change is missed.',
  route: 'GET /v1/catalog/entities',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  query: Shape({
    ...SearchQuery,
    sort: Type.Optional(OneOf(['updatedAt', '-updatedAt'], { default: '-updatedAt' })),
    kind: Type.Optional(OneOf(KINDS)),
    parentId: Type.Optional(Uuid({ description: 'Only what hangs from this entry itself.' })),
    under: Type.Optional(Uuid({ description: 'Only what is below this entry, however deep.' })),
    cityKey: Text({ description: 'Only what is in this city: `kioto-jp`.' }),
    tag: Type.Optional(TagFilter),
    feature: Text({ description: 'Only what has this feature (rasgo), by its key.' }),
    near: Text({
      ...{ pattern: NEAR_PATTERN, examples: ['35.0116,135.7681,5'] },
      description: '`lat,lng,km`: only what is within so many kilometres of this spot, as the crow flies.',
    }),
    origin: Type.Optional(OneOf(ORIGINS)),
    externalId: Text({ description: 'Only what has this id at an outside provider.' }),
    includeDeleted: Type.Optional(Type.Boolean({ default: false, description: 'Deleted entries too.' })),
  }),
  returns: ListOf(Entity, 'A page of catalog entries.'),
  problems: [],

  async handle({ operationId, query, db }) {
    const near = query.near === undefined ? undefined : readNear(query.near)
    const mistakes = near ? nearMistakes(near) : []
    if (mistakes.length > 0) throw invalid(mistakes)
    return searchedPageOf({ operationId, db, query }, selectEntities(db, query, near), toEntity)
  },
})
