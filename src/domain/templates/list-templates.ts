import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { SearchQuery, searchedPageOf } from '../../operations/searched-page.ts'
import { TagFilter } from '../tags/index.ts'
import { selectTemplates, toSummary } from './template.queries.ts'
import { TemplateSummary } from './template.ts'

export const listTemplates = operation({
  id: 'templates.list',
  title: 'List templates',
  describe: 'The most recently changed first, page by page; with `q` one page of best matches, in which the title weighs most.',
  route: 'GET /v1/trip-templates',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  query: Shape({ ...SearchQuery, tag: Type.Optional(TagFilter) }),
  returns: ListOf(TemplateSummary, 'A page of templates.'),
  problems: [],

  async handle({ operationId, query, db }) {
    return searchedPageOf({ operationId, db, query }, selectTemplates(db, query.tag), toSummary)
  },
})
