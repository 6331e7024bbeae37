import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { operatorWrite } from '../../src/db/operator-write.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const revert = async ({ headers }: Answer) => {
  const { status } = await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect(status).toBe(200)
}

/** The row as PostgreSQL writes it down, byte for byte. */
const textOf = async (table: string, id: string): Promise<string> =>
  (await world.admin.query(`select (to_jsonb(t) - 'updated_at')::text as text from ${table} t where id = $1`, [id])).rows[0]?.text

const TRICKY = `O'Higgins "el" \\ \\n %s %I $1 {} \t\r\n \u2028 Ñandú e\u0301 é 日本 😀 \u200b`

test.each([
  ['text with quotes and every kind of letter', { title: TRICKY }, { title: 'plain' }],
  ['text that looks like JSON', { title: '{"a": null}' }, { title: 'null' }],
  ['dates', { startDate: '2028-02-29', endDate: '2030-02-27' }, { startDate: '2028-03-01', endDate: '2028-03-02' }],
  ['dates that were not there', {}, { startDate: '2027-01-01', endDate: '2027-01-02' }],
  ['dates that were taken away', { startDate: '0001-01-01' }, { startDate: null }],
  ['nobody to look after it', {}, { ownerId: null }],
  [
    'metadata',
    { metadata: { a: TRICKY, 'x.y-z_0': '', ['__proto__']: 'p', '0': 'zero' } },
    { metadata: { a: 'b', 'x.y-z_0': null, more: '1' } },
  ],
  [
    'a presentation',
    { presentation: { headerMedia: { type: 'video', url: 'https://example.com/ñ?a=1&b=%20' }, brandColor: '#aBcDeF' } },
    { presentation: { headerMedia: null, brandColor: null, fontFamily: 'lora' } },
  ],
  [
    'a profile',
    { profile: { profiles: ['senior', 'otaku'], avoid: [TRICKY, ''], notes: TRICKY } },
    { profile: { profiles: [], avoid: [], notes: '', mobility: 'reducida' } },
  ],
  ['a cover', { coverImageUrl: 'https://example.com/%C3%B1.jpg' }, { coverImageUrl: null }],
])('an undo restores %s exactly', async (_what, before, after) => {
  const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'Exact', ...before } })
  const stored = await textOf('trips', trip.id)
  const changed = await agency.api(`PATCH /v1/trips/${trip.id}`, { body: after })
  expect(changed.status).toBe(200)
  expect(await textOf('trips', trip.id)).not.toBe(stored)
  await revert(changed)
  expect(await textOf('trips', trip.id)).toBe(stored)
})

test.each([
  ['numbers to their last digit', { a: 1.1, b: 0.30000000000000004, c: -1e-7, d: 9_007_199_254_740_991 }],
  ['nulls inside, empty objects and lists', { a: null, b: {}, c: [], d: [null, [{}]], '': '' }],
  ['deep content', { a: { b: { c: { d: { e: [{ f: TRICKY }] } } } } }],
])('a removed block comes back with %s', async (_what, data) => {
  const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'Exact' } })
  const base = `/v1/trips/${trip.id}/test-blocks`
  const { body: block } = await agency.api(`POST ${base}`, { body: { parentId: null, afterId: null, data } })
  const stored = await textOf('itinerary_blocks', block.id)
  await revert(await agency.api(`PATCH ${base}/${block.id}`, { body: { data: {}, layout: { width: 'half' } } }))
  expect(await textOf('itinerary_blocks', block.id)).toBe(stored)
  await revert(await agency.api(`DELETE ${base}/${block.id}`))
  expect(await textOf('itinerary_blocks', block.id)).toBe(stored)
})

test('the log knows what changed and nothing more: no updated_at, no columns that stayed, nothing of an insert', async () => {
  const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'A', metadata: { k: '1' } } })
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'B', travelers: 1, metadata: { k: '1' } } })
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'B' } })
  const { rows } = await world.admin.query('select op, old, trip_id from captures where row_id = $1 order by seq', [trip.id])
  expect(rows).toEqual([
    { op: 'insert', old: null, trip_id: trip.id },
    { op: 'update', old: { title: 'A' }, trip_id: trip.id },
  ])
})

test('no secret of a person or a key is ever in the log', async () => {
  const { writer } = world.app
  const id = await agency.newUser()
  const key = await agency.newKey({ userId: id })
  const marked = { hash: 'argon2-of-somebody', bytes: Buffer.from('hash-of-a-key') }
  await operatorWrite(writer, agency.id, (db) =>
    db.rows(db.update('users', { name: 'Renamed', password_hash: marked.hash }).where('id', '=', id)),
  )
  await operatorWrite(writer, agency.id, (db) => db.rows(db.update('users', { password_hash: null }).where('id', '=', id)))
  await operatorWrite(writer, agency.id, (db) => db.rows(db.update('users', { password_hash: marked.hash }).where('id', '=', id)))
  await operatorWrite(writer, agency.id, (db) =>
    db.rows(db.update('api_keys', { secret_hash: marked.bytes, name: 'Renamed' }).where('id', '=', key.id)),
  )
  await operatorWrite(writer, agency.id, (db) => db.rows(db.remove('api_keys').where('id', '=', key.id)))
  await operatorWrite(writer, agency.id, (db) => db.rows(db.remove('users').where('id', '=', id)))
  const { rows } = await world.admin.query('select op, old from captures where row_id = any($1) order by seq', [[id, key.id]])
  expect(rows.map(({ op, old }) => [op, old && Object.keys(old).filter((name) => name.endsWith('hash'))])).toEqual([
    ['insert', null],
    ['insert', null],
    ['update', []],
    ['update', []],
    ['delete', []],
    ['delete', []],
  ])
  const log = JSON.stringify(rows)
  expect(log).not.toContain(marked.hash)
  expect(log).not.toContain(marked.bytes.toString('hex'))
})

test('every column of every captured table has its policy', async () => {
  const { rows } = await world.admin.query(`
    select c.table_name, c.column_name from information_schema.columns c join captured_tables t using (table_name)
    where c.table_schema = 'public' and not exists (
      select from captured_columns k where k.table_name = c.table_name and k.column_name = c.column_name
    )`)
  expect(rows).toEqual([])
  const known = await world.admin.query('select count(*)::int as n from captured_columns')
  expect(known.rows[0].n).toBeGreaterThan(30)
})
