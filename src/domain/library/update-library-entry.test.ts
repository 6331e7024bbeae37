import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageLease, blockInTrip, savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const patch = (id: string, body: unknown, api = agency.api) => api(`PATCH /v1/library/entries/${id}`, { body })
const read = async (id: string) => (await agency.api(`GET /v1/library/entries/${id}`)).body
const open = (id: string, api = agency.api) => api(`POST /v1/library/entries/${id}/lease`)
const lodging = (name: string) => blockInTrip(agency, { type: 'lodging', data: { name } })

test('title and tags change, and the block stays', async () => {
  const before = await savedEntry(agency)
  const { status, body } = await patch(before.id, { title: 'Otro', tags: ['B ', 'c', 'b'] })
  expect([status, body]).toEqual([200, { ...before, title: 'Otro', tags: ['b', 'c'], updatedAt: body.updatedAt }])
  expect(body.updatedAt > before.updatedAt).toBe(true)
})

test('fromTrip replaces the block, and title and tags stay', async () => {
  const before = await savedEntry(agency, undefined, { tags: ['japón'] })
  const { body } = await patch(before.id, { fromTrip: await lodging('Hotel Nuevo') })
  expect(body).toEqual({ ...before, snapshot: { ...before.snapshot, data: { name: 'Hotel Nuevo' } }, updatedAt: body.updatedAt })
  const { tripId } = await lodging('Por su ref')
  expect((await patch(before.id, { fromTrip: { tripId, blockId: 'b1' } })).body.snapshot.data.name).toBe('Por su ref')
})

test('saying nothing new leaves it as it is', async () => {
  const before = await savedEntry(agency, undefined, { tags: ['a'] })
  for (const body of [{}, { title: before.title }, { tags: ['A'] }]) expect((await patch(before.id, body)).body).toEqual(before)
})

test('a block of another type is refused, and nothing changes', async () => {
  const before = await savedEntry(agency)
  const fromTrip = await blockInTrip(agency, { type: 'activity', data: { name: 'Té' } })
  const { status, body } = await patch(before.id, { title: 'Otro', fromTrip })
  expect([status, body.code, body.detail]).toEqual([422, 'root_type_mismatch', 'The entry holds a block of type lodging, not activity.'])
  expect(await read(before.id)).toEqual(before)
})

test('a trip or block that is not there is not found, and nothing changes', async () => {
  const before = await savedEntry(agency)
  const { tripId } = await lodging('x')
  const nobody = '01890000-0000-7000-8000-000000000001'
  const theirs = await blockInTrip(await world.newAgency(), { type: 'lodging', data: { name: 'x' } })
  for (const fromTrip of [{ tripId, blockId: 'b9' }, { tripId: nobody, blockId: 'b1' }, theirs]) {
    const { status, body } = await patch(before.id, { title: 'Otro', fromTrip })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect(await read(before.id)).toEqual(before)
})

test('fromTrip needs trips:read, and no other change does', async () => {
  const { id } = await savedEntry(agency)
  const { api } = await agency.newKey({ scopes: ['catalog:write'] })
  const { status, body } = await patch(id, { fromTrip: await lodging('x') }, api)
  expect([status, body.code, body.missingScopes]).toEqual([403, 'insufficient_scope', ['trips:read']])
  expect((await patch(id, { title: 'Otro' }, api)).status).toBe(200)
})

test('while another key has it open it is being edited, and nothing changes', async () => {
  const before = await savedEntry(agency)
  const builder = await agency.newKey()
  await open(before.id, builder.api)
  const { status, body } = await patch(before.id, { title: 'Otro' })
  expect([status, body.code]).toEqual([409, 'being_edited'])
  expect(await read(before.id)).toEqual(before)
})

test('the key that has it open can write', async () => {
  const { id } = await savedEntry(agency)
  await open(id)
  expect((await patch(id, { title: 'Otro' })).status).toBe(200)
})

test('90 seconds after it was last heard of, it is free again', async () => {
  const { id } = await savedEntry(agency)
  await open(id, (await agency.newKey()).api)
  await ageLease(world, id, 60)
  expect((await patch(id, { title: 'Otro' })).status).toBe(409)
  await ageLease(world, id, 30)
  expect((await patch(id, { title: 'Otro' })).status).toBe(200)
})

test('a stale write is refused and told the present updatedAt', async () => {
  const before = await savedEntry(agency)
  const { body: now } = await patch(before.id, { title: 'Otro', expectedUpdatedAt: before.updatedAt })
  const { status, body } = await patch(before.id, { title: 'Tercero', expectedUpdatedAt: before.updatedAt })
  expect([status, body.code, body.updatedAt]).toEqual([409, 'stale_write', now.updatedAt])
})

test.each([
  ['a title of 201 characters', { title: 't'.repeat(201) }, 'title'],
  ['21 tags', { tags: Array(21).fill('t') }, 'tags'],
  [
    'a block named by 65 characters',
    { fromTrip: { tripId: '01890000-0000-7000-8000-000000000001', blockId: 'b'.repeat(65) } },
    'fromTrip.blockId',
  ],
  ['a trip without a block', { fromTrip: { tripId: '01890000-0000-7000-8000-000000000001' } }, 'fromTrip.blockId'],
])('refuses %s', async (_what, said, path) => {
  const { status, body } = await patch((await savedEntry(agency)).id, said)
  expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]])
})

test('an undo brings the old block, title and tags back', async () => {
  const before = await savedEntry(agency, undefined, { tags: ['a'] })
  const { headers } = await patch(before.id, { title: 'Otro', tags: [], fromTrip: await lodging('x') })
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  const after = await read(before.id)
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
})

test('what is open elsewhere can not be undone, neither a change nor the saving', async () => {
  const named = await lodging('Ryokan')
  const saved = await agency.api('POST /v1/library/entries', { body: named })
  const { id } = saved.body
  const changed = await patch(id, { title: 'Otro' })
  const undo = async (answer: { headers: Headers }) => {
    const { status, body } = await agency.api(`POST /v1/changes/${answer.headers.get('service-change-id')}/revert`)
    return [status, body.detail]
  }
  const builder = await agency.newKey()
  await open(id, builder.api)
  expect(await undo(changed)).toEqual([409, 'The library entry is open in the builder.'])
  expect((await read(id)).title).toBe('Otro')
  await builder.api(`DELETE /v1/library/entries/${id}/lease`)
  expect((await undo(changed))[0]).toBe(200)
  await open(id, builder.api)
  expect(await undo(saved)).toEqual([409, 'The library entry is open in the builder.'])
  await ageLease(world, id, 90)
  expect((await undo(saved))[0]).toBe(200)
  expect((await agency.api(`GET /v1/library/entries/${id}`)).status).toBe(404)
})
