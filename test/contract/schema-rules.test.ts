import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
const ask = async (sql: string): Promise<any[]> => (await scratch.admin.query(sql)).rows
const namesOf = async (sql: string): Promise<string[]> => (await ask(sql)).map(({ name }) => name).sort()

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`
const HAS_AGENCY = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'agency_id' and not a.attisdropped)`

/** Tables of no agency in particular, or whose rows are not told apart by it. */
const NOT_OF_AN_AGENCY: Record<string, string> = {
  agencies: 'is the tenant itself: behind the wall by its id',
  api_key_usage: 'written for many agencies in one statement, and tells nothing but when a key was last used',
  captured_columns: 'belongs to the schema',
  captured_tables: 'belongs to the schema',
  schema_migrations: 'belongs to the schema',
  state_events: 'belongs to the schema',
  worker_processes: 'tells which processes are alive',
}

test('every table belongs to an agency, or has a reason not to', async () => {
  expect(await namesOf(`select c.relname as name from ${TABLES} where not ${HAS_AGENCY}`)).toEqual(Object.keys(NOT_OF_AN_AGENCY).sort())
})

test('every table of an agency stands behind the tenant wall, for its owner too', async () => {
  const open = `select c.relname as name from ${TABLES} where (${HAS_AGENCY} or c.relname = 'agencies') and not (c.relrowsecurity and c.relforcerowsecurity)`
  expect(await namesOf(open)).toEqual([])
})

test('the wall lets the writer through to the rows of its agency only', async () => {
  const rows = await ask(
    `select c.relname as table, y.polname as policy, pg_get_expr(y.polqual, y.polrelid) as reads, pg_get_expr(y.polwithcheck, y.polrelid) as writes
     from ${TABLES} join pg_policy y on y.polrelid = c.oid where 'travesia_writer'::regrole = any (y.polroles) or 0 = any (y.polroles)`,
  )
  const walled = await namesOf(`select c.relname as name from ${TABLES} where c.relrowsecurity`)
  expect(rows.map(({ table }) => table).sort()).toEqual(walled)
  for (const { table, reads, writes } of rows) {
    const column = table === 'agencies' ? 'id' : 'agency_id'
    expect([table, reads, writes]).toEqual([table, `(${column} = current_agency())`, `(${column} = current_agency())`])
  }
})

test('a partition is reached through its table alone, where the wall is', async () => {
  const granted = `select p.relname as name from pg_class p cross join lateral aclexplode(p.relacl) g where p.relispartition and g.grantee <> p.relowner`
  expect(await namesOf(granted)).toEqual([])
})

/** Tables whose primary key does not begin with the agency. */
const OTHER_KEYS: Record<string, string> = {}

test('every primary key of an agency’s table begins with the agency', async () => {
  const other = `select c.relname as name from ${TABLES}
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where ${HAS_AGENCY} and a.attname is distinct from 'agency_id'`
  expect(await namesOf(other)).toEqual(Object.keys(OTHER_KEYS))
})

const FOREIGN_KEYS = `
  select format('%s %s', c.relname, pg_get_constraintdef(k.oid)) as name, k.*, f.relname as referenced,
    (select array_agg(format('%s=%s', a.attname, b.attname)) from unnest(k.conkey, k.confkey) as pair (own, other)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own
     join pg_attribute b on b.attrelid = k.confrelid and b.attnum = other) as pairs
  from ${TABLES} join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' join pg_class f on f.oid = k.confrelid
  where ${HAS_AGENCY}`

test('a foreign key never leads from one agency to another', async () => {
  const between = `select name from (${FOREIGN_KEYS}) as k where referenced <> 'agencies' and not 'agency_id=agency_id' = any (pairs)
    or referenced = 'agencies' and pairs <> '{agency_id=id}'`
  expect(await namesOf(between)).toEqual([])
})

test('a foreign key between tables of an agency can wait until the commit', async () => {
  // the agency itself is there before anything else
  expect(await namesOf(`select name from (${FOREIGN_KEYS}) as k where referenced <> 'agencies' and not condeferrable`)).toEqual([])
})

test('no foreign key deletes or changes rows behind anybody’s back', async () => {
  expect(await namesOf(`select name from (${FOREIGN_KEYS}) as k where confdeltype <> 'a' or confupdtype <> 'a'`)).toEqual([])
})

test('generated columns are stored, because the capture sees no others', async () => {
  expect(
    await namesOf(
      `select c.relname || '.' || a.attname as name from ${TABLES} join pg_attribute a on a.attrelid = c.oid where a.attgenerated = 'v'`,
    ),
  ).toEqual([])
})

test('every time is an instant', async () => {
  const plain = `select c.relname || '.' || a.attname as name from ${TABLES} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where a.atttypid in ('timestamp'::regtype, 'time'::regtype, 'timetz'::regtype)`
  expect(await namesOf(plain)).toEqual([])
})
