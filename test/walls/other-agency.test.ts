import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Asked } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let mine: TestAgency
let theirs: TestAgency
let trip: string
let archived: string
let change: string
const nobody = randomUUIDv7()
beforeAll(async () => {
  world = await newWorld()
  mine = await world.newAgency()
  theirs = await world.newAgency()
  const created = await theirs.api('POST /v1/trips', { body: { title: 'Theirs', metadata: { k: 'v' } } })
  trip = created.body.id
  change = created.headers.get('service-change-id') as string
  for (const title of ['Theirs too', 'Theirs, gone']) archived = (await theirs.api('POST /v1/trips', { body: { title } })).body.id
  await theirs.api(`DELETE /v1/trips/${archived}`)
  await mine.api('POST /v1/trips', { body: { title: 'Mine' } })
})
afterAll(() => world.stop())

/** The answer without what differs from call to call, and with one id in place of another. */
const told = ({ status, body }: Answer, id: string) => JSON.stringify([status, { ...body, requestId: undefined }]).replaceAll(id, 'that id')

/** Asked for theirs and for nothing, the answers are the same to the letter. */
async function saysNothing(route: (id: string) => string, id: string, asked?: (id: string) => Asked): Promise<Answer> {
  const answer = await mine.api(route(id), asked?.(id))
  const unknown = await mine.api(route(nobody), asked?.(nobody))
  expect(told(answer, id)).toBe(told(unknown, nobody))
  return answer
}

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/restore'],
  ['POST', '/commercial-state'],
])('%s of their trip%s is not found, as if it were not there', async (method, rest) => {
  const body = rest === '/commercial-state' ? { body: { state: 'nueva' } } : method === 'PATCH' ? { body: { title: 'Mine now' } } : {}
  for (const id of [trip, archived]) {
    const { status } = await saysNothing(
      (one) => `${method} /v1/trips/${one}${rest}`,
      id,
      () => body,
    )
    expect(status).toBe(404)
  }
  const { body: untouched } = await theirs.api(`GET /v1/trips/${trip}`)
  expect([untouched.title, untouched.updatedAt]).toEqual(['Theirs', untouched.createdAt])
})

test('their changes can be neither read nor undone', async () => {
  expect((await saysNothing((id) => `GET /v1/changes/${id}`, change)).status).toBe(404)
  expect((await saysNothing((id) => `POST /v1/changes/${id}/revert`, change)).status).toBe(404)
  expect((await theirs.api(`GET /v1/changes/${change}`)).body.status).toBe('applied')
})

test('their people can not be given a trip, and it is not said that they exist', async () => {
  const create = await saysNothing(
    () => 'POST /v1/trips',
    theirs.userId,
    (ownerId) => ({ body: { title: 'x', ownerId } }),
  )
  expect([create.status, create.body.errors]).toEqual([400, [{ path: 'ownerId', message: 'is nobody of this agency' }]])
  const own = (await mine.api('POST /v1/trips', { body: { title: 'Mine' } })).body.id
  const patch = await saysNothing(
    () => `PATCH /v1/trips/${own}`,
    theirs.userId,
    (ownerId) => ({ body: { ownerId } }),
  )
  expect(patch.status).toBe(400)
})

test('filters by their people, trips and words find nothing', async () => {
  const list = (query: Record<string, string>) => async () => (await mine.api('GET /v1/trips', { query })).body.data
  for (const query of [{ ownerId: theirs.userId }, { q: 'Theirs' }, { 'metadata[k]': 'v' }]) {
    expect(await list(query as unknown as Record<string, string>)()).toEqual([])
  }
  expect((await mine.api('GET /v1/changes', { query: { tripId: trip } })).body.data).toEqual([])
  expect((await mine.api('GET /v1/trips/archived', { query: { q: 'Theirs' } })).body.data).toEqual([])
})

test.each(['/v1/trips', '/v1/changes'])('a cursor of their list %s is refused at cursor', async (path) => {
  const { body } = await theirs.api(`GET ${path}`, { query: { limit: '1' } })
  expect(body.nextCursor).not.toBeNull()
  const refused = await mine.api(`GET ${path}`, { query: { limit: '1', cursor: body.nextCursor } })
  expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([400, 'invalid_request', 'cursor'])
})

test('an Idempotency-Key is of one key alone: theirs replays nothing of theirs to me', async () => {
  const asked = { body: { title: 'Same request' }, headers: { 'Idempotency-Key': 'shared' } }
  const first = await theirs.api('POST /v1/trips', asked)
  const second = await mine.api('POST /v1/trips', asked)
  expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null])
  expect(second.body.id).not.toBe(first.body.id)
  expect(second.body.ownerId).toBe(mine.userId)
})

test('trip codes count for each agency alone', async () => {
  const fresh = await world.newAgency()
  const { body } = await fresh.api('POST /v1/trips', { body: { title: 'First' } })
  expect(body.code).toMatch(/-0001$/)
})
