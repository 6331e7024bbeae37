import { type Compilable, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Tables } from './tables.generated.ts'

/** Builds SQL and can't run it: a statement runs only through a handle of the transaction or the reader. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export type Query<Row> = Compilable<Row> | RawBuilder<Row>

/** Whatever runs a statement: a pool, or the connection of a transaction. */
export interface Runs {
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

export async function rowsOf<Row>(runs: Runs, query: Query<Row>): Promise<Row[]> {
  const { sql, parameters } = 'isRawBuilder' in query ? query.compile(build) : query.compile()
  const { rows } = await runs.query(sql, parameters as unknown[])
  return rows as Row[]
}
