import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TObject } from 'typebox'
import { toInstant } from '../db/instant.ts'
import { plannedAnew } from '../db/query.ts'
import type { ReadDb } from '../db/tenant.ts'
import { canonical } from './canonical.ts'
import { invalid } from './input.ts'
import { isInstant, Kind, Nullable, OneOf, Shape, Timestamp } from './schema.ts'

/** The query members of every list. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many rows a page has.' })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: '`nextCursor` of the page before.' })),
}

/** `sort=-updatedAt` and its three siblings. */
const SORTS = ['updatedAt', '-updatedAt', 'createdAt', '-createdAt'] as const
type Sort = (typeof SORTS)[number]

/** And of a list that pollers follow. */
export const FollowQuery = {
  ...PageQuery,
  sort: Type.Optional(OneOf(SORTS, { default: '-updatedAt' })),
  updatedSince: Type.Optional(Timestamp({ description: 'Only what changed at or after this instant.' })),
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

/** A list's order: a column of timestamps or ranks, then the id. Its index ends with the same two columns. */
interface Order {
  column: string
  direction: 'asc' | 'desc'
  of?: 'ranks'
}

/** What a list's handler was told; the members of its query other than `limit` and `cursor` are what a cursor belongs to. */
export interface ListCall {
  operationId: string
  db: ReadDb
  query: { limit?: number; cursor?: string; sort?: Sort; updatedSince?: string }
}

/**
 * One page by keyset: page 1,000 costs what page 1 costs, and no row is missed or doubled while others are written.
 * Ordered as `sort` says, unless the list has one order of its own.
 */
export async function pageOf<Row extends { id: string }, Item>(
  call: ListCall,
  // biome-ignore lint/suspicious/noExplicitAny: any table may be listed
  rows: SelectQueryBuilder<any, any, Row>,
  toItem: (row: Row) => Item,
  order = orderOf(call.query.sort),
) {
  const { db, query } = call
  const limit = query.limit ?? 25
  const belongsTo = fingerprint(call, order)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, belongsTo, order)
  const beyond = sql.raw(order.direction === 'asc' ? '>' : '<')
  const at = order.of === 'ranks' ? sql`${after?.at}::text collate "C"` : sql`${after?.at}::timestamptz`
  const position = sql<boolean>`(${sql.ref(order.column)}, id) ${beyond} (${at}, ${after?.id}::uuid)`
  const page = rows
    .$if(query.updatedSince !== undefined, (built) => built.where('updated_at', '>=', query.updatedSince))
    .$if(after !== undefined, (built) => built.where(position))
    .orderBy(order.column, order.direction)
    .orderBy('id', order.direction)
    .limit(limit + 1)
  const found = await db.rows(isNarrowed(query) ? plannedAnew(page) : page)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    object: 'list' as const,
    data: shown.map(toItem),
    nextCursor:
      found.length > limit && last ? writeCursor(placeOf(last[order.column as keyof Row] as string, order), last.id, belongsTo) : null,
  }
}

/** By more than the order and where in it one is: then the values decide which index is the best. */
const isNarrowed = ({ limit: _, cursor: __, sort: ___, updatedSince: ____, ...filters }: ListCall['query']): boolean =>
  Object.keys(filters).length > 0

const orderOf = (sort: Sort = '-updatedAt'): Order => ({
  column: sort.endsWith('updatedAt') ? 'updated_at' : 'created_at',
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

/** A cursor fits the list, filters, order and agency that it was made for, and nothing else. */
function fingerprint({ db, operationId, query }: ListCall, order: Order): string {
  const { limit: _, cursor: __, sort: ___, ...filters } = query
  const request = canonical([db.agencyId, operationId, order, filters])
  return createHash('sha256').update(request).digest('base64url').slice(0, 11)
}

const placeOf = (value: string, { of }: Order): string => (of === 'ranks' ? value : toInstant(value))

const writeCursor = (at: string, id: string, belongsTo: string): string => Buffer.from(`${belongsTo} ${at} ${id}`).toString('base64url')

const CURSOR = /^(\S{11}) ([ -~]+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function readCursor(cursor: string, belongsTo: string, { of }: Order): { at: string; id: string } {
  const [, made, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  // anybody can write one: what the database could not read is refused here
  if (made === undefined || at === undefined || id === undefined || (of !== 'ranks' && !isInstant(at))) {
    throw invalid([{ path: 'cursor', message: 'is not a cursor of this service' }])
  }
  if (made !== belongsTo) throw invalid([{ path: 'cursor', message: 'belongs to another list, filter or order' }])
  return { at, id }
}
