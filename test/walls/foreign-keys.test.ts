import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TwoAgencies, twoAgencies } from './two-agencies.ts'

interface ForeignKey {
  name: string
  table: string
  columns: string[]
  target: string
  target_columns: string[]
  deferrable: boolean
  on_delete: string
}

let two: TwoAgencies
let keys: ForeignKey[]
beforeAll(async () => {
  two = await twoAgencies()
  const { rows } = await two.world.admin.query(`
    select k.conname as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as target, k.condeferrable as deferrable,
      k.confdeltype as on_delete,
      array(select a.attname::text from unnest(k.conkey) with ordinality as c (n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.n order by i) as columns,
      array(select a.attname::text from unnest(k.confkey) with ordinality as c (n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.n order by i) as target_columns
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1`)
  const owned = new Set(two.tables.map(({ name }) => name))
  keys = rows.filter((key) => owned.has(key.table) && owned.has(key.target) && key.target !== 'agencies')
})
afterAll(() => two.world.stop())

test('every reference between rows of agencies carries the agency, can be deferred and never cascades', () => {
  expect(keys.length).toBeGreaterThan(4)
  for (const key of keys) {
    expect([key.name, key.columns[0], key.target_columns[0]]).toEqual([key.name, 'agency_id', 'agency_id'])
    expect([key.name, key.deferrable, key.on_delete]).toEqual([key.name, true, 'a'])
  }
})

test('a table whose rows have an owner can not point at a row without a foreign key that carries the owner', async () => {
  const { rows } = await two.world.admin.query(
    `
    select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'public' and c.udt_name = 'uuid' and c.table_name = any($1) and c.column_name like '%\\_id' and c.column_name <> 'agency_id'
    order by 1, 2`,
    [two.tables.map(({ name }) => name)],
  )
  const kept = new Set(keys.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)))
  const free = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`).filter((name) => !kept.has(name))
  // logs, what comes out of them, and mail outlive their rows; a retry and an undo only remember what their write was called; who
  // wrote it the road knows, whatever was asked
  const unheld = [
    /^(captures|outbox|events|event_groups|webhook_deliveries|mails)\.|^webhook_queue\.(delivery|event|subject|trip)_id$/,
    /^webhook_endpoint_states\.worker_id$|\.change_id$|\.revert_write_id$|^changes\.(user|key)_id$|^idempotency_records\.key_id$/,
  ]
  expect(free.filter((name) => !unheld.some((pattern) => pattern.test(name)))).toEqual([])
})

test('what no foreign key holds, who wrote what, is always a person and a key of the same agency', async () => {
  const { rows } = await two.world.admin.query(`
    select count(*)::int as written, count(*) filter (where u.id is null or w.key_id is not null and k.id is null)::int as astray
    from (
      select agency_id, user_id, key_id from changes
      union all select r.agency_id, k.user_id, r.key_id from idempotency_records r left join api_keys k on k.id = r.key_id
    ) w left join users u on u.agency_id = w.agency_id and u.id = w.user_id
      left join api_keys k on k.agency_id = w.agency_id and k.id = w.key_id`)
  expect(rows[0].written).toBeGreaterThan(4)
  expect(rows[0].astray).toBe(0)
})

test('not even the superuser can point a row of mine at a row of theirs', async () => {
  const { admin } = two.world
  for (const { name, table, columns, target, target_columns } of keys) {
    const referring = columns.slice(1)
    const theirs = await admin.query(`select * from ${target} where agency_id = $1 limit 1`, [two.theirs.id])
    const values = target_columns.slice(1).map((column) => theirs.rows[0][column])
    const assignments = referring.map((column, index) => `${column} = $${index + 2}`).join(', ')
    const one = `select ctid from ${table} where agency_id = $1 limit 1`
    const attempt = admin.query(`update ${table} set ${assignments} where ctid = (${one})`, [two.mine.id, ...values])
    expect([name, await attempt.catch((error) => error.code)]).toEqual([name, '23503'])
  }
})

test('nor can one be made that way, even with the checks put off to the end', async () => {
  const { admin } = two.world
  const { rows } = await admin.query('select id from users where agency_id = $1', [two.theirs.id])
  await admin.query('begin; set constraints all deferred')
  await admin.query('update trips set owner_id = $2 where agency_id = $1', [two.mine.id, rows[0].id])
  await expect(admin.query('commit')).rejects.toMatchObject({ code: '23503' })
  const { rowCount } = await admin.query('select from trips where owner_id = $1 and agency_id = $2', [rows[0].id, two.mine.id])
  expect(rowCount).toBe(0)
})

test('a block hangs below blocks of its own trip only', async () => {
  const { admin } = two.world
  const { rows: parents } = await admin.query('select id, trip_id from itinerary_blocks where agency_id = $1 and parent_id is null', [
    two.mine.id,
  ])
  const { body: other } = await two.mine.api('POST /v1/trips', { body: { title: 'Other' } })
  const ops = [{ op: 'insert', block: { type: 'divider' } }]
  const { body } = await two.mine.api(`POST /v1/trips/${other.id}/itinerary/ops`, { body: { ops } })
  const attempt = admin.query('update itinerary_blocks set parent_id = $2 where id = $1', [body.results[0].blockIds[0], parents[0].id])
  await expect(attempt).rejects.toMatchObject({ code: '23503' })
})
