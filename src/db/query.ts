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

type Plain<Row> = Compilable<Row> | RawBuilder<Row> | Statement<Row>
export type Query<Row> = Plain<Row> | PlannedAnew<Row>

/** SQL whose text never changes: for what runs on nearly every call, where building it would cost as much as sending it. */
interface Statement<Row> {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** Only for the type. */
  readonly row?: Row
}

/**
 * Planned each time, for the values at hand. A statement is otherwise planned once a connection and for any values, which
 * can't tell a word that one title has from one that every title has, nor a small agency from a large one.
 */
interface PlannedAnew<Row> {
  readonly anew: Plain<Row>
}

export const plannedAnew = <Row>(query: Plain<Row>): PlannedAnew<Row> => ({ anew: query })

/** Whatever runs a statement: a pool, or the connection of a transaction. What comes as an object is not kept prepared. */
export interface Runs {
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<{ rows: Row[] }>
  query<Row extends QueryResultRow>(unnamed: { text: string; values: unknown[] }): Promise<{ rows: Row[] }>
}

export async function rowsOf<Row>(runs: Runs, query: Query<Row>): Promise<Row[]> {
  const isAnew = 'anew' in query
  const [text, values] = asText(isAnew ? query.anew : query)
  const { rows } = isAnew ? await runs.query({ text, values }) : await runs.query(text, values)
  return rows as Row[]
}

function asText(query: Plain<unknown>): [string, unknown[]] {
  if ('text' in query) return [query.text, query.parameters as unknown[]]
  const { sql, parameters } = 'isRawBuilder' in query ? query.compile(build) : query.compile()
  return [sql, parameters as unknown[]]
}
