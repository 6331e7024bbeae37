import { afterAll, beforeAll, expect, test } from 'vitest'
import { READER, WORKER, WRITER } from '../../src/db/roles.ts'
import { type TwoAgencies, twoAgencies } from './two-agencies.ts'

let two: TwoAgencies
beforeAll(async () => {
  two = await twoAgencies()
})
afterAll(() => two.world.stop())

const ask = async (sql: string, values: unknown[] = []) => (await two.world.admin.query(sql, values)).rows

// the reader's policies let it see every agency anyway: it passes them so that the planner may use statistics
test.each([
  { role: READER, passes: true },
  { role: WRITER, passes: false },
  { role: WORKER, passes: false },
])(
  '$role can log in and is nothing more: it makes nothing and belongs to no other role, and who writes passes no wall',
  async ({ role, passes }) => {
    expect(
      await ask('select rolcanlogin, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = $1', [
        role,
      ]),
    ).toEqual([
      { rolcanlogin: true, rolsuper: false, rolbypassrls: passes, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ])
    expect(await ask('select from pg_auth_members where member = $1::regrole', [role])).toEqual([])
    expect(await ask(`select has_schema_privilege($1, 'public', 'create') as creates`, [role])).toEqual([{ creates: false }])
  },
)

test.each([READER, WRITER])('%s owns nothing', async (role) => {
  const owned = await ask(
    `select relname as name from pg_class where relowner = $1::regrole
     union all select proname from pg_proc where proowner = $1::regrole
     union all select nspname from pg_namespace where nspowner = $1::regrole
     union all select datname from pg_database where datdba = $1::regrole`,
    [role],
  )
  expect(owned).toEqual([])
})

test('the reader may write nothing anywhere, not even what an agency has not', async () => {
  const granted = await ask(
    `select c.relname, p.privilege from pg_class c
     cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p (privilege)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege($1, c.oid, p.privilege)`,
    [READER],
  )
  expect(granted).toEqual([])
  const sequences = await ask(
    `select seqrelid::regclass::text as name from pg_sequence where has_sequence_privilege($1, seqrelid, 'usage, update')`,
    [READER],
  )
  expect(sequences).toEqual([])
})

test('a transaction of the reader is read only unless it says otherwise, and then it still may not write', async () => {
  const { reader } = two.world.app
  expect((await reader.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'on' }])
  await expect(reader.query(`update trips set title = 'x'`)).rejects.toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) })
  const client = await reader.connect()
  try {
    await client.query('begin read write')
    await expect(client.query(`update trips set title = 'x'`)).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback; begin read write')
    await expect(client.query(`select make_agency(uuidv7(), 'x', null, null)`)).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback')
  } finally {
    client.release()
  }
})

test('the writer may not empty a table, change its shape or watch it', async () => {
  const granted = await ask(
    `select c.relname, p.privilege from pg_class c cross join unnest(array['truncate', 'references', 'trigger', 'maintain']) as p (privilege)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege($1, c.oid, p.privilege)`,
    [WRITER],
  )
  expect(granted).toEqual([])
})

test('nobody gets round a wall through a partition', async () => {
  const granted = await ask(
    `select c.relname from pg_class c where c.relispartition and c.relkind = 'r'
       and (has_table_privilege($1, c.oid, 'select, insert, update, delete') or has_table_privilege($2, c.oid, 'insert, update, delete'))`,
    [WRITER, READER],
  )
  expect(granted).toEqual([])
  expect((await ask('select count(*)::int as n from pg_class where relispartition and relkind = $1', ['r']))[0].n).toBeGreaterThan(1)
})

test('the log can be added to and read by the writer, never rewritten', async () => {
  const [rights] = await ask(
    `select has_table_privilege($1, 'captures', 'update') as rewrites, has_table_privilege($1, 'captures', 'delete') as forgets`,
    [WRITER],
  )
  expect(rights).toEqual({ rewrites: false, forgets: false })
})

test('every table with an owner stands behind the wall, for its own owner too', async () => {
  const open = await ask(
    `select relname from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace
       and not (relrowsecurity and relforcerowsecurity)`,
    [two.tables.map(({ name }) => name)],
  )
  expect(open).toEqual([])
  expect(two.tables.length).toBeGreaterThan(8)
})

test('every primary key of a table with an owner begins with the agency', async () => {
  const keys = await ask(
    `select c.relname, a.attname from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'p' and c.relname = any($1)`,
    [two.tables.map(({ name }) => name)],
  )
  expect(keys.length).toBe(two.tables.length)
  expect(keys.filter(({ relname, attname }) => attname !== (relname === 'agencies' ? 'id' : 'agency_id'))).toEqual([])
})

test('a function that runs with the rights of the owner is one that is known, and not everybody may call it', async () => {
  const functions = await ask(
    `select proname, has_function_privilege('public', oid, 'execute') as everybody from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef`,
  )
  expect(functions.sort((a, b) => a.proname.localeCompare(b.proname))).toEqual([
    { proname: 'add_delivery_job', everybody: false },
    { proname: 'add_mail_job', everybody: false },
    { proname: 'erase_logged_numbers', everybody: false },
    { proname: 'forget_people', everybody: false },
    { proname: 'keep_partitions', everybody: false },
  ])
})

test('the worker owns its queue and the functions that add to it, and sees no row of any agency', async () => {
  const owned = await ask(
    `select 'schema ' || nspname as name from pg_namespace where nspowner = $1::regrole
     union all select 'function ' || proname from pg_proc where proowner = $1::regrole and pronamespace = 'public'::regnamespace
     union all select 'table ' || relname from pg_class where relowner = $1::regrole and relnamespace = 'public'::regnamespace`,
    [WORKER],
  )
  expect(owned.map(({ name }) => name).sort()).toEqual(['function add_delivery_job', 'function add_mail_job', 'schema graphile_worker'])
  const seen = await ask(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and has_table_privilege($1, oid, 'select, insert, update, delete')`,
    [WORKER],
  )
  expect(seen).toEqual([{ relname: 'worker_processes' }])
  expect(await ask(`select has_database_privilege($1, current_database(), 'create') as creates`, [WORKER])).toEqual([{ creates: false }])
})

test('the writer and the reader take no job and change none', async () => {
  for (const role of [READER, WRITER]) {
    const granted = await ask(
      `select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind in ('r', 'v')
         and has_table_privilege($1, oid, 'insert, update, delete')`,
      [role],
    )
    expect([role, granted]).toEqual([role, []])
  }
})
