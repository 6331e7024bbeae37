import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { selectFeatures, toFeature } from './feature.queries.ts'
import { Feature } from './feature.ts'

export const listFeatures = operation({
  id: 'catalogFeatures.list',
  title: 'List features',
  describe: 'The features (rasgos) of the agency, in the order in which they are shown. Every agency begins with the same ones.',
  route: 'GET /v1/catalog/features',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  query: Shape(PageQuery),
  returns: ListOf(Feature, 'A page of features.'),
  problems: [],

  async handle({ operationId, query, db }) {
    const asTheyCame = { column: 'created_at', direction: 'asc' } as const
    return pageOf({ operationId, db, query }, selectFeatures(db), toFeature, asTheyCame)
  },
})
