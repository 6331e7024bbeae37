import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../test/harness/world.ts'
import { readDb } from '../db/tenant.ts'
import { pageOf } from './page.ts'
import { Problem } from './problem.ts'

let world: World
let agency: TestAgency
let cursor: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  for (let n = 0; n < 5; n++) await agency.api('POST /v1/trips', { body: { title: `Trip ${n}` } })
  cursor = (await page({ limit: 2 })).nextCursor as string
})
afterAll(() => world.stop())

type Sort = 'createdAt' | '-createdAt' | 'updatedAt'

const page = (
  query: { limit?: number; cursor?: string; [filter: string]: unknown },
  operationId = 'trips.list',
  sort: Sort = 'createdAt',
) => {
  const db = readDb(world.app.reader, agency.id)
  const rows = db.from('trips').select(['id', 'title', 'created_at', 'updated_at'])
  return pageOf({ operationId, db, query: { ...query, sort } }, rows, ({ title }) => title)
}
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error) => (error instanceof Problem ? [error.status, error.details.errors?.[0]?.path] : error.message),
  )

test('the last page says that it is the last, also when it is full', async () => {
  expect(await page({ limit: 5 })).toEqual({ object: 'list', data: ['Trip 0', 'Trip 1', 'Trip 2', 'Trip 3', 'Trip 4'], nextCursor: null })
  expect((await page({ limit: 2, cursor })).data).toEqual(['Trip 2', 'Trip 3'])
  expect(await page({ limit: 3, cursor })).toEqual({ object: 'list', data: ['Trip 2', 'Trip 3', 'Trip 4'], nextCursor: null })
})

test('a cursor is opaque, goes into a query as it is and fits the contract', () => {
  expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,500}$/)
  expect(cursor).not.toContain(agency.id)
})

test('a cursor fits its list, filters and order, in whatever sequence the filters come', async () => {
  const made = (await page({ limit: 1, a: '1', b: { x: '1', y: '2' } })).nextCursor as string
  const refused = [400, 'cursor']
  expect((await page({ b: { y: '2', x: '1' }, a: '1', cursor: made })).data).toHaveLength(4)
  expect(await refusalOf(page({ a: '1', b: { x: '1', y: '3' }, cursor: made }))).toEqual(refused)
  expect(await refusalOf(page({ a: '1', cursor: made }))).toEqual(refused)
  expect(await refusalOf(page({ cursor }, 'other'))).toEqual(refused)
  expect(await refusalOf(page({ cursor }, 'trips.list', '-createdAt'))).toEqual(refused)
  expect(await refusalOf(page({ cursor }, 'trips.list', 'updatedAt'))).toEqual(refused)
})

const rewritten = (change: (text: string) => string) =>
  Buffer.from(change(Buffer.from(cursor, 'base64url').toString())).toString('base64url')

test.each([
  ['a month that there is not', (text: string) => text.replace(/ \d{4}-\d\d/, ' 2026-13')],
  ['a day that there is not', (text: string) => text.replace(/ \d{4}-\d\d-\d\d/, ' 2026-02-30')],
  ['an hour that there is not', (text: string) => text.replace(/T\d\d/, 'T25')],
  ['a year that there is not', (text: string) => text.replace(/ \d{4}/, ' 0000')],
  ['an id of dashes', (text: string) => text.replace(/[0-9a-f-]{36}$/, '-'.repeat(36))],
  ['an id that is none', (text: string) => text.replace(/[0-9a-f-]{36}$/, 'g'.repeat(36))],
  ['something more', (text: string) => `${text} x`],
  ['a line more', (text: string) => `${text}\n`],
  ['something less', (text: string) => text.slice(0, -1)],
  ['another fingerprint', (text: string) => `xxxxxxxxxxx${text.slice(11)}`],
  ['nothing in it', () => ''],
])('a cursor rewritten with %s is refused, not stumbled over', async (_what, change) => {
  expect(await refusalOf(page({ cursor: rewritten(change) }))).toEqual([400, 'cursor'])
})

test('a cursor at a place where no row is goes on from there', async () => {
  const elsewhere = rewritten((text) => text.replace(/[0-9a-f-]{36}$/, randomUUIDv7()).replace(/ \d{4}/, ' 2001'))
  expect((await page({ cursor: elsewhere })).data).toHaveLength(5)
})
