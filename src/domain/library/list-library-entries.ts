import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { SearchQuery, searchedPageOf } from '../../operations/searched-page.ts'
import { TagFilter } from '../tags/index.ts'
import { selectEntries, toSummary } from './entry.queries.ts'
import { EntrySummary } from './entry.ts'

export const listLibraryEntries = operation({
  id: 'library.list',
  title: 'List library entries',
  describe: 'The most recently changed first, page by page; with `q` one page of best matches, in which the title weighs most.',
  route: 'GET /v1/library/entries',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  query: Shape({ ...SearchQuery, tag: Type.Optional(TagFilter) }),
  returns: ListOf(EntrySummary, 'A page of library entries.'),
  problems: [],

  async handle({ operationId, query, db }) {
    return searchedPageOf({ operationId, db, query }, selectEntries(db, query.tag), toSummary)
  },
})
