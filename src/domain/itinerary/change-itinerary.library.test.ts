import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { SCOPES } from '../../operations/scopes.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const change = (tripId: string, ops: object[], api = agency.api) => api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
const blocks = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body.blocks
const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const section = {
  type: 'section',
  data: { title: 'Llegada' },
  children: [note('uno'), { type: 'day', data: { title: 'dos' }, children: [note('tres')] }],
}

test('a library entry is inserted whole, as blocks of the trip’s own, where the op says', async () => {
  const entry = await savedEntry(agency, section)
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insert', block: note('antes') }])
  const { status, body } = await change(id, [
    { op: 'insertFromLibrary', entryId: entry.id, position: 'first', as: '$entry' },
    { op: 'insert', parent: '$entry', block: note('después') },
    { op: 'insertFromLibrary', entryId: entry.id.toUpperCase(), position: { after: 'b1' } },
  ])
  expect(status).toBe(200)
  expect(body.results[0].refs).toHaveLength(4)
  const [first, , last] = await blocks(id)
  expect([first.data, first.children[1].children[0].data, first.children[2].data]).toEqual([
    ...[{ title: 'Llegada' }, { markdown: 'tres' }, { markdown: 'después' }],
  ])
  expect(last.id).not.toBe(first.id)
})

test('what changes in the library later does not change the trip', async () => {
  const entry = await savedEntry(agency, note('viejo'))
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insertFromLibrary', entryId: entry.id }])
  const other = await agency.newTrip()
  await change(other.id, [{ op: 'insert', block: note('nuevo') }])
  await agency.api(`PATCH /v1/library/entries/${entry.id}`, { body: { fromTrip: { tripId: other.id, blockId: 'b1' } } })
  expect((await blocks(id))[0].data).toEqual({ markdown: 'viejo' })
})

test('an entry that is open in a builder can be inserted', async () => {
  const entry = await savedEntry(agency)
  await (await agency.newKey()).api(`POST /v1/library/entries/${entry.id}/lease`)
  expect((await change((await agency.newTrip()).id, [{ op: 'insertFromLibrary', entryId: entry.id }])).status).toBe(200)
})

test('an entry that is not there, or of another agency, refuses the whole call', async () => {
  const theirs = await savedEntry(await world.newAgency())
  const { id } = await agency.newTrip()
  for (const entryId of ['01890000-0000-7000-8000-000000000001', theirs.id]) {
    const { status, body } = await change(id, [
      { op: 'insert', block: note('a') },
      { op: 'insertFromLibrary', entryId },
    ])
    expect([status, body.code, body.errors]).toEqual([
      ...[422, 'invalid_op'],
      [{ path: 'ops[1].entryId', message: `there is no library entry ${entryId}` }],
    ])
  }
  expect(await blocks(id)).toEqual([])
})

test('an entry goes only where its type may stand', async () => {
  const entry = await savedEntry(agency, section)
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insert', block: { type: 'day', data: { title: '' } } }])
  const { status, body } = await change(id, [{ op: 'insertFromLibrary', entryId: entry.id, parent: 'b1' }])
  expect([status, body.errors[0].path]).toEqual([422, 'ops[0].parent'])
})

test('it needs catalog:read, and no other op does', async () => {
  const entry = await savedEntry(agency)
  const { id } = await agency.newTrip()
  const { api } = await agency.newKey({ scopes: SCOPES.filter((scope) => scope !== 'catalog:read') })
  const { status, body } = await change(id, [{ op: 'insertFromLibrary', entryId: entry.id }], api)
  expect([status, body.missingScopes]).toEqual([403, ['catalog:read']])
  expect((await change(id, [{ op: 'insert', block: note('a') }], api)).status).toBe(200)
})

test('undone, the inserted blocks are gone and the entry stays', async () => {
  const entry = await savedEntry(agency, section)
  const { id } = await agency.newTrip()
  const { headers } = await change(id, [{ op: 'insertFromLibrary', entryId: entry.id }])
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect(await blocks(id)).toEqual([])
  expect((await agency.api(`GET /v1/library/entries/${entry.id}`)).status).toBe(200)
})
