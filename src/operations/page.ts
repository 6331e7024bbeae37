import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TObject } from 'typebox'
import { toInstant } from '../db/instant.ts'
import type { ReadDb } from '../db/tenant.ts'
import { canonical } from './canonical.ts'
import { invalid } from './input.ts'
import { isInstant, Kind, Nullable, Shape } from './schema.ts'

/** The query members of every list. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many rows a page has.' })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: '`nextCursor` of the page before.' })),
}

export const ListOf = <T extends TObject>(item: T, description: string) =>
  Shape(
    {
      object: Kind('list'),
      data: Type.Array(item),
      nextCursor: Nullable(Type.String({ description: 'Pass it as `cursor` for the next page; null at the end.' })),
    },
    { description },
  )

/** A list's order: a column of timestamps, then the id. The index of the list has the same two columns behind agency_id. */
export interface Order {
  column: string
  direction: 'asc' | 'desc'
}

interface PageRequest {
  limit?: number
  cursor?: string
}

/**
 * One page by keyset: page 1,000 costs what page 1 costs, and no row is missed or doubled while others are written.
 * `query` brings the filters; its members other than `limit` and `cursor` are what a cursor belongs to.
 */
export async function pageOf<Row extends { id: string }, Item>(
  db: ReadDb,
  list: string,
  query: PageRequest,
  order: Order,
  // biome-ignore lint/suspicious/noExplicitAny: any table may be listed
  rows: SelectQueryBuilder<any, any, Row>,
  toItem: (row: Row) => Item,
) {
  const limit = query.limit ?? 25
  const belongsTo = fingerprint(db, list, query, order)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, belongsTo)
  const position = sql`(${sql.ref(order.column)}, id)`
  const page = rows
    .$if(after !== undefined, (built) =>
      built.where(
        sql<boolean>`${position} ${sql.raw(order.direction === 'asc' ? '>' : '<')} (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(order.column, order.direction)
    .orderBy('id', order.direction)
    .limit(limit + 1)
  const found = await db.rows(page)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    object: 'list' as const,
    data: shown.map(toItem),
    nextCursor: found.length > limit && last ? writeCursor(toInstant(last[order.column as keyof Row] as string), last.id, belongsTo) : null,
  }
}

/** A cursor fits the list, filters, order and agency that it was made for, and nothing else. */
function fingerprint(db: ReadDb, list: string, query: object, order: Order): string {
  const filters = Object.entries(query).filter(([name]) => name !== 'limit' && name !== 'cursor' && name !== 'sort')
  const request = canonical([db.agencyId, list, order.column, order.direction, Object.fromEntries(filters)])
  return createHash('sha256').update(request).digest('base64url').slice(0, 11)
}

const writeCursor = (at: string, id: string, belongsTo: string): string => Buffer.from(`${belongsTo} ${at} ${id}`).toString('base64url')

const CURSOR = /^(\S{11}) (\S{24}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(cursor: string, belongsTo: string): { at: string; id: string } {
  const [, made, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  // anybody can write one: what the database could not read is refused here
  if (made === undefined || at === undefined || id === undefined || !isInstant(at)) {
    throw invalid([{ path: 'cursor', message: 'is not a cursor of this service' }])
  }
  if (made !== belongsTo) throw invalid([{ path: 'cursor', message: 'belongs to another list, filter or order' }])
  return { at, id }
}

/** `sort=-updatedAt` and its three siblings, shared by the lists that pollers follow. */
export const SORTS = ['updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const

export const orderOf = (sort: (typeof SORTS)[number] = '-updatedAt'): Order => ({
  column: sort.endsWith('updatedAt') ? 'updated_at' : 'created_at',
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})
