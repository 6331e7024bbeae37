import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { SearchQuery, searchedPageOf } from '../../operations/searched-page.ts'
import { TagFilter } from '../tags/index.ts'
import { selectRoutes, toRoute } from './route.queries.ts'
import { Route } from './route.ts'

export const listRoutes = operation({
  id: 'routes.list',
  title: 'List routes',
  describe:
    'The most recently changed first, page by page; with `q` one page of best matches, in which the title weighs most, then tags and cities.',
  route: 'GET /v1/catalog/routes',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  query: Shape({ ...SearchQuery, tag: Type.Optional(TagFilter) }),
  returns: ListOf(Route, 'A page of routes.'),
  problems: [],

  async handle({ operationId, query, db }) {
    return searchedPageOf({ operationId, db, query }, selectRoutes(db, query.tag), toRoute)
  },
})
