import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScratchDatabase, scratchDatabase } from '../../test/harness/scratch-database.ts'
import { openClient } from './client.ts'

let scratch: ScratchDatabase
let ours: pg.Client
let plain: pg.Client
beforeAll(async () => {
  scratch = await scratchDatabase()
  ours = openClient(scratch.database.owner)
  plain = new pg.Client(scratch.database.owner)
  await Promise.all([ours.connect(), plain.connect()])
})
afterAll(async () => {
  await Promise.all([ours.end(), plain.end()])
  await scratch.drop()
})

const EVERYTHING = `
  select $1::int as whole, $1::bigint as big, $1::float8 as real, 'ñ'::text as text, true as yes, null::text as nothing,
    '{"a": [1, null]}'::jsonb as json, array['x', null] as texts, '\\x00ff'::bytea as bytes, n
  from generate_series(1, $2::int) as n`

test.each([[0], [1], [3], [1], [0], [2]])('%i rows come back as pg itself brings them, first time and again', async (rows) => {
  const [mine, its] = await Promise.all([ours.query(EVERYTHING, [7, rows]), plain.query(EVERYTHING, [7, rows])])
  expect(mine.rows).toEqual(its.rows)
  expect([mine.rowCount, mine.command]).toEqual([its.rowCount, its.command])
  expect(mine.fields.map(({ name }) => name)).toEqual(its.fields.map(({ name }) => name))
})

test('an answer of an earlier run is not changed by a later one', async () => {
  const first = await ours.query(EVERYTHING, [1, 1])
  const before = JSON.stringify(first.rows)
  await ours.query(EVERYTHING, [2, 3])
  expect(JSON.stringify(first.rows)).toBe(before)
})

test('a statement that answers no rows, and one that fails, leave the connection in order', async () => {
  await ours.query('create temporary table kept (n int primary key)')
  for (let n = 0; n < 3; n++) expect((await ours.query('insert into kept values ($1)', [n])).rowCount).toBe(1)
  for (let time = 0; time < 2; time++) await expect(ours.query('insert into kept values ($1)', [1])).rejects.toThrow('duplicate key')
  expect((await ours.query('select n from kept where n >= $1 order by n', [1])).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a table that changes its shape under a statement is an error, never wrong values', async () => {
  await ours.query('create temporary table shaped (a int, b text)')
  await ours.query('insert into shaped values ($1, $2)', [1, 'one'])
  expect((await ours.query('select * from shaped where a = $1', [1])).rows).toEqual([{ a: 1, b: 'one' }])
  await ours.query('alter table shaped drop column a')
  await ours.query('alter table shaped add column a int default 1')
  await expect(ours.query('select * from shaped where a = $1', [1])).rejects.toThrow('cached plan must not change result type')
})
