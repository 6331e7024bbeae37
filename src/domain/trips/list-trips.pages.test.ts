import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let ids: string[]
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(async () => {
  agency = await world.newAgency()
  ids = []
  for (let n = 0; n < 7; n++) ids.push(await newTrip(`Trip ${n}`))
})
afterAll(() => world.stop())

const newTrip = async (title: string): Promise<string> =>
  (await agency.api('POST /v1/trips', { body: { title, metadata: { a: '1', b: '2' } } })).body.id
const touch = (id: string) => agency.api(`PATCH /v1/trips/${id}`, { body: { profile: { notes: `${performance.now()}` } } })
const list = (query: Record<string, string> = {}) => agency.api('GET /v1/trips', { query })
const cursorOf = async (query: Record<string, string>): Promise<string> => (await list({ limit: '2', ...query })).body.nextCursor

/** Follows nextCursor to the end; `between` runs after each page. */
async function pages(query: Record<string, string>, between: (page: number) => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let page = 0; page === 0 || cursor !== null; page++) {
    const { status, body } = await list({ ...query, ...(cursor && { cursor }) })
    expect(status).toBe(200)
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
    await between(page)
  }
  return seen
}

test.each([
  ['createdAt', [0, 1, 2, 3, 4, 5, 6]],
  ['-createdAt', [6, 5, 4, 3, 2, 1, 0]],
  ['updatedAt', [1, 2, 3, 5, 6, 4, 0]],
  ['-updatedAt', [0, 4, 6, 5, 3, 2, 1]],
])('sorted by %s, page by page equals the whole, whatever the size of a page', async (sort, order) => {
  await touch(ids[4] as string)
  await touch(ids[0] as string)
  const expected = order.map((index) => ids[index])
  for (const limit of ['1', '2', '3', '7', '100']) expect(await pages({ sort, limit })).toEqual(expected)
})

test('the default order is the most recently changed first', async () => {
  await touch(ids[2] as string)
  expect(await pages({ limit: '3' })).toEqual(await pages({ sort: '-updatedAt', limit: '4' }))
})

test('pages by creation neither miss nor double a trip while others are edited and made', async () => {
  const seen = await pages({ sort: 'createdAt', limit: '2' }, async (page) => {
    await touch(ids[page % 7] as string)
    await touch(ids[6 - (page % 7)] as string)
    if (page < 3) ids.push(await newTrip(`New ${page}`))
  })
  expect(seen).toEqual(ids)
})

test('a poller by updatedAt sees every trip, and once more each that changed behind it', async () => {
  const seen = await pages({ sort: 'updatedAt', limit: '2' }, async (page) => {
    if (page === 1) await touch(ids[0] as string)
    if (page === 2) ids.push(await newTrip('New'))
  })
  expect(seen).toEqual([...ids.slice(0, 7), ids[0], ids[7]])
})

test('a trip that is archived between two pages is left out, and the others stay', async () => {
  const seen = await pages({ sort: 'createdAt', limit: '2' }, async (page) => {
    if (page === 0) await agency.api(`DELETE /v1/trips/${ids[1]}`)
    if (page === 0) await agency.api(`DELETE /v1/trips/${ids[4]}`)
  })
  expect(seen).toEqual(ids.filter((_, index) => index !== 4))
})

test('trips of one and the same instant are told apart by their id', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  await world.admin.query('update trips set updated_at = $2, created_at = $2 where agency_id = $1', [agency.id, at])
  for (const sort of ['updatedAt', 'createdAt']) {
    expect(await pages({ sort, limit: '2' })).toEqual(ids.toSorted())
    expect(await pages({ sort: `-${sort}`, limit: '3' })).toEqual(ids.toSorted().reverse())
  }
})

test.each([
  ['another filter', { q: 'Trip' }],
  ['a filter more', { commercialState: 'nueva', 'metadata[a]': '1' }],
  ['another value of metadata', { 'metadata[a]': '2' }],
  ['another order', { sort: 'updatedAt' }],
  ['another column', { sort: '-createdAt' }],
  ['an updatedSince', { updatedSince: '2020-01-01T00:00:00Z' }],
])('a cursor is refused with %s', async (_what, query) => {
  const plain = await cursorOf({ 'metadata[a]': '1' })
  const refused = await list({ limit: '2', 'metadata[a]': '1', ...query, cursor: plain } as Record<string, string>)
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
    400,
    'invalid_request',
    [{ path: 'cursor', message: expect.any(String) }],
  ])
})

test('a cursor is refused by another list and by another agency', async () => {
  const cursor = await cursorOf({})
  for (const path of ['/v1/trips/archived', '/v1/changes']) {
    const { status, body } = await agency.api(`GET ${path}`, { query: { limit: '2', cursor } })
    expect([path, status, body.errors[0].path]).toEqual([path, 400, 'cursor'])
  }
  const other = await world.newAgency()
  const { status, body } = await other.api('GET /v1/trips', { query: { limit: '2', cursor } })
  expect([status, body.errors[0].path]).toEqual([400, 'cursor'])
})

test('another size of page, the default order said aloud and another key of the agency are the same list', async () => {
  const cursor = await cursorOf({})
  const rest = await list({ cursor })
  expect(rest.body.data).toHaveLength(5)
  expect((await list({ limit: '9', sort: '-updatedAt', cursor })).body).toEqual(rest.body)
  const { api } = await agency.newKey({ userId: await agency.newUser() })
  expect((await api('GET /v1/trips', { query: { cursor } })).body).toEqual(rest.body)
})

test('the same filters in another order are the same list', async () => {
  const { body } = await agency.api('GET /v1/trips?limit=2&q=trip&metadata[a]=1&metadata[b]=2')
  const swapped = await agency.api(`GET /v1/trips?metadata[b]=2&metadata[a]=1&q=trip&limit=2&cursor=${body.nextCursor}`)
  expect(swapped.status).toBe(200)
  expect(swapped.body.data).toHaveLength(2)
})

test.each(['x', 'bm90IGEgY3Vyc29y', `${'A'.repeat(500)}`, '../../etc', '😀'])('%j is no cursor', async (cursor) => {
  const { status, body } = await list({ cursor })
  expect([status, body.errors[0].path]).toEqual([400, 'cursor'])
})

test('a cursor of more than 500 characters is refused', async () => {
  const { status, body } = await list({ cursor: 'A'.repeat(501) })
  expect([status, body.errors[0].path]).toEqual([400, 'cursor'])
})
