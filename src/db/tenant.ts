import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type SelectQueryBuilder,
  sql,
  type Updateable,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Instant } from './instant.ts'
import { build, type Query, type Runs, rowsOf } from './query.ts'
import type { Tables } from './tables.generated.ts'

declare const agency: unique symbol
/** Only authorisation (and the command line) makes one; everything below takes it on trust. */
export type AgencyId = string & { readonly [agency]: true }

/** The tables whose rows belong to an agency. */
type TenantTable = { [T in keyof Tables]: 'agency_id' extends keyof Tables[T] ? T : never }[keyof Tables]

/** A value, or SQL that makes it: `writeTime`. */
type OrSql<Row> = { [C in keyof Row]: Row[C] | Expression<Row[C]> }
type Columns<T extends TenantTable> = OrSql<Omit<Insertable<Tables[T]>, 'agency_id' | 'created_at' | 'updated_at'>>
type Changes<T extends TenantTable> = OrSql<Omit<Updateable<Tables[T]>, 'agency_id' | 'id' | 'created_at' | 'updated_at'>>

/** What a read may do: look at one agency's rows. */
export interface ReadDb {
  readonly agencyId: AgencyId
  from<T extends TenantTable>(table: T): SelectQueryBuilder<Tables, T, Record<never, never>>
  rows<Row>(query: Query<Row>): Promise<Row[]>
  first<Row>(query: Query<Row>): Promise<Row | undefined>
  /** Where there must be one: a row that was just found, or just written. */
  one<Row>(query: Query<Row>): Promise<Row>
}

/** The transaction of a write, which its first statement opens. Times of rows come from the agency's clock, never from a handler. */
export interface WriteDb extends ReadDb {
  /** For decisions, and known with the first statement; what is written takes `writeTime`. */
  now(): Promise<Instant>
  insert<T extends TimedTable>(table: T, row: Columns<T>): InsertQueryBuilder<Tables, T, InsertResult>
  update<T extends TimedTable>(table: T, changes: Changes<T>): UpdateQueryBuilder<Tables, T, T, UpdateResult>
  remove<T extends TenantTable>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>
}

type TimedTable = { [T in TenantTable]: 'updated_at' extends keyof Tables[T] ? T : never }[TenantTable]

/** The time of the write, as the database knows it; in SQL that is text, `write_time()`. */
export const writeTime = sql<Instant>`write_time()`

export function readDb(runs: Runs, agencyId: AgencyId): ReadDb {
  return {
    agencyId,
    from: (table) => build.selectFrom(table as 'trips').where('agency_id', '=', agencyId) as never,
    rows: (query) => rowsOf(runs, query),
    first: async (query) => (await rowsOf(runs, query))[0],
    async one(query) {
      const [row] = await rowsOf(runs, query)
      if (!row) throw new Error('a statement that must answer a row answered none')
      return row
    },
  }
}

export function writeDb(runs: Runs, agencyId: AgencyId, now: () => Promise<Instant>): WriteDb {
  return {
    ...readDb(runs, agencyId),
    now,
    insert: (table, row) =>
      build
        .insertInto(table as 'trips')
        .values({ ...row, agency_id: agencyId, created_at: writeTime, updated_at: writeTime } as never) as never,
    update: (table, changes) =>
      build
        .updateTable(table as 'trips')
        .set({ ...changes, updated_at: writeTime } as never)
        .where('agency_id', '=', agencyId) as never,
    remove: (table) => build.deleteFrom(table as 'trips').where('agency_id', '=', agencyId) as never,
  }
}
