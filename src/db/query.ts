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

export type Query<Row> = Compilable<Row> | RawBuilder<Row> | Statement<Row>

/** SQL whose text never changes: for what runs on nearly every call, where building it would cost as much as sending it. */
interface Statement<Row> {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** Only for the type. */
  readonly row?: Row
}

/** Whatever runs a statement: a pool, or the connection of a transaction. */
export interface Runs {
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
}

export async function rowsOf<Row>(runs: Runs, query: Query<Row>): Promise<Row[]> {
  const [text, parameters] = asText(query)
  const { rows } = await runs.query(text, parameters as unknown[])
  return rows as Row[]
}

function asText(query: Query<unknown>): [string, readonly unknown[]] {
  if ('text' in query) return [query.text, query.parameters]
  const { sql, parameters } = 'isRawBuilder' in query ? query.compile(build) : query.compile()
  return [sql, parameters]
}
