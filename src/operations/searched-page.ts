import { type SelectQueryBuilder, sql } from 'kysely'
import Type from 'typebox'
import { invalid } from './input.ts'
import { type ListCall, PageQuery, pageOf } from './page.ts'
import { Timestamp } from './schema.ts'
import { soughtBy } from './search-text.ts'

/** The query members of a list that can be searched: without `q` it is followed page by page, with it there is one page of best matches. */
export const SearchQuery = {
  ...PageQuery,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words in the title, the tags or the description; accents, case and a wrong letter are forgiven, and the beginning of a word is enough. Answers one page of best matches, the best first: `nextCursor` is null, and `cursor` is refused.',
    }),
  ),
  updatedSince: Type.Optional(Timestamp({ description: 'Only what changed at or after this instant.' })),
}

interface SearchCall extends ListCall {
  query: ListCall['query'] & { q?: string }
}

/** The most recently changed first; where something is sought, the best matches. The table has a `search` text and its index. */
export async function searchedPageOf<Row extends { id: string }, Item>(
  call: SearchCall,
  // biome-ignore lint/suspicious/noExplicitAny: any table may be searched
  rows: SelectQueryBuilder<any, any, Row>,
  toItem: (row: Row) => Item,
) {
  const { db, query } = call
  if (query.q === undefined || query.q.trim() === '') return pageOf(call, rows, toItem)
  if (query.cursor !== undefined) throw invalid([{ path: 'cursor', message: 'is not taken with q, which answers one page' }])
  if (query.sort !== undefined) throw invalid([{ path: 'sort', message: 'is not taken with q, which answers the best match first' }])
  const { words, nears, needed, candidates } = soughtBy(query.q)
  const score = sql<number | null>`search_score(search, ${words}::text[], ${nears}::text[], ${needed}::boolean[])`
  const matches = rows
    .where(sql<boolean>`search like any (${candidates}::text[])`)
    .$if(query.updatedSince !== undefined, (built) => built.where('updated_at', '>=', query.updatedSince))
    .where(sql<boolean>`${score} is not null`)
    .select(score.as('score'))
    .orderBy('score', 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit ?? 25)
  return { object: 'list' as const, data: (await db.rows(matches)).map(toItem), nextCursor: null }
}
