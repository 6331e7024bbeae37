import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type TestKey, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let other: TestKey
let trips: string[]
/** In the order that they were made: three trips, then an edit of the first with the other key, then an archive of the last. */
let changes: string[]
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  other = await agency.newKey()
  const created = [1, 2, 3].map((n) => () => agency.api('POST /v1/trips', { body: { title: `Trip ${n}` } }))
  const answers = []
  for (const create of created) answers.push(await create())
  trips = answers.map(({ body }) => body.id)
  answers.push(await other.api(`PATCH /v1/trips/${trips[0]}`, { body: { travelers: 4 } }))
  answers.push(await agency.api(`DELETE /v1/trips/${trips[2]}`))
  changes = answers.map(({ headers }) => headers.get('service-change-id') as string)
})
afterAll(() => world.stop())

// biome-ignore lint/suspicious/noExplicitAny: rows of an answer
const idsOf = ({ body }: { body: any }): string[] => body.data.map(({ id }: { id: string }) => id)
const list = (query: Record<string, string> = {}, api = agency.api) => api('GET /v1/changes', { query })

test('the most recently updated change comes first, with every member present', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(idsOf({ body })).toEqual(changes.toReversed())
  expect(body.nextCursor).toBeNull()
  expect(body.data[1]).toEqual({
    object: 'change',
    id: changes[3],
    operationId: 'trips.update',
    surface: 'rest',
    status: 'applied',
    tripIds: [trips[0]],
    credentialId: other.id,
    error: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: body.data[1].createdAt,
    revertedAt: null,
  })
})

test('a commercial state, a restore and a refused write leave no change', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`POST /v1/trips/${id}/commercial-state`, { body: { state: 'cancelada' } })
  await agency.api(`PATCH /v1/trips/${id}`, { body: { ownerId: '00000000-0000-7000-8000-000000000000' } })
  await agency.api(`DELETE /v1/trips/${id}`, { query: { dryRun: 'true' } })
  expect((await list({ tripId: id })).body.data.map((change: { operationId: string }) => change.operationId)).toEqual(['trips.create'])
})

test("a trip's changes are those that touched it", async () => {
  expect(idsOf(await list({ tripId: trips[0] as string }))).toEqual([changes[3], changes[0]])
  expect(idsOf(await list({ tripId: '00000000-0000-7000-8000-000000000000' }))).toEqual([])
})

test('thisKeyOnly leaves out what was done with other keys of the same person', async () => {
  expect(idsOf(await list({ thisKeyOnly: 'true' }, other.api))).toEqual([changes[3]])
  expect(idsOf(await list({ thisKeyOnly: 'false', tripId: trips[0] as string }, other.api))).toEqual([changes[3], changes[0]])
  expect(idsOf(await list({ thisKeyOnly: 'true', tripId: trips[0] as string }))).toEqual([changes[0]])
  const refused = await list({ thisKeyOnly: 'maybe' })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'thisKeyOnly'])
})

test('a reverted change moves to the front, and is found by its status', async () => {
  const { body: before } = await list({ status: 'reverted' })
  expect(before.data).toEqual([])
  const trip = await agency.newTrip()
  const first = (await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'x' } })).headers.get('service-change-id')
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { travelers: 2 } })
  const { body: reverted } = await agency.api(`POST /v1/changes/${first}/revert`)
  expect(idsOf(await list({ limit: '1' }))).toEqual([first])
  expect((await list({ sort: '-createdAt', limit: '1' })).body.data[0].id).not.toBe(first)
  expect((await list({ status: 'reverted' })).body.data).toEqual([reverted])
  expect(idsOf(await list({ updatedSince: reverted.updatedAt }))).toEqual([first])
  expect(idsOf(await list({ status: 'applied' }))).not.toContain(first)
})

test('nobody sees the changes of a colleague, whatever the filter', async () => {
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const stranger = await world.newAgency()
  for (const api of [colleague.api, stranger.api]) {
    expect(idsOf(await list({}, api))).toEqual([])
    expect(idsOf(await list({ tripId: trips[0] as string }, api))).toEqual([])
  }
})

test('a key without trips:read sees no change of a trip, and one with it sees them all', async () => {
  const blind = await agency.newKey({ scopes: ['trips:write', 'catalog:read', 'catalog:write'] })
  expect(idsOf(await list({}, blind.api))).toEqual([])
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  expect(idsOf(await list({ tripId: trips[0] as string }, reader.api))).toEqual([changes[3], changes[0]])
})

test.each([
  [{ sort: 'title' }, 'sort'],
  [{ status: 'undone' }, 'status'],
  [{ tripId: 'V26-0001' }, 'tripId'],
  [{ updatedSince: 'yesterday' }, 'updatedSince'],
  [{ ownerId: '00000000-0000-7000-8000-000000000000' }, 'ownerId'],
])('%j is refused at %s', async (query, path) => {
  const { status, body } = await list(query as unknown as Record<string, string>)
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', path])
})

test("a cursor of one person's changes is refused to another", async () => {
  const { body } = await list({ limit: '1' })
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const refused = await list({ limit: '1', cursor: body.nextCursor }, colleague.api)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'cursor'])
  expect((await list({ limit: '1', cursor: body.nextCursor, status: 'applied' })).status).toBe(400)
  expect((await list({ limit: '3', cursor: body.nextCursor }, other.api)).status).toBe(200)
})
