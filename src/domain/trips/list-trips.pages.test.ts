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

const newTrip = async (title: string): Promise<string> => (await agency.newTrip({ title, metadata: { a: '1', b: '2' } })).id
const touch = (id: string) => agency.api(`PATCH /v1/trips/${id}`, { body: { profile: { notes: `${performance.now()}` } } })
const list = (query: Record<string, string> = {}) => agency.api('GET /v1/trips', { query })

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

test('another size of page and another key of the agency are the same list', async () => {
  const cursor = (await list({ limit: '2' })).body.nextCursor
  const rest = await list({ cursor })
  expect(rest.body.data).toHaveLength(5)
  expect((await list({ limit: '9', cursor })).body).toEqual(rest.body)
  const { api } = await agency.newKey({ userId: await agency.newUser() })
  expect((await api('GET /v1/trips', { query: { cursor } })).body).toEqual(rest.body)
})

test('the same filters in another order are the same list', async () => {
  const { body } = await agency.api('GET /v1/trips?limit=2&q=trip&metadata[a]=1&metadata[b]=2')
  const swapped = await agency.api(`GET /v1/trips?metadata[b]=2&metadata[a]=1&q=trip&limit=2&cursor=${body.nextCursor}`)
  expect(swapped.status).toBe(200)
  expect(swapped.body.data).toHaveLength(2)
})
