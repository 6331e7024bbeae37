import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const remove = (id: string, query = {}) => agency.api(`DELETE /v1/library/entries/${id}`, { query })

test('a deleted entry is nowhere, and trips that inserted it keep their copy', async () => {
  const { id } = await savedEntry(agency, undefined, { title: 'Para borrar' })
  const trip = await agency.newTrip()
  await agency.api(`POST /v1/trips/${trip.id}/itinerary/ops`, { body: { ops: [{ op: 'insertFromLibrary', entryId: id }] } })
  const before = await world.written()
  const { status, body } = await remove(id)
  expect([status, body]).toEqual([200, { object: 'library_entry', id, deleted: true }])
  expect((await world.written()).outbox).toBe(before.outbox)
  expect((await agency.api(`GET /v1/library/entries/${id}`)).status).toBe(404)
  expect((await agency.api('GET /v1/library/entries?q=borrar')).body.data).toEqual([])
  expect((await agency.api(`GET /v1/trips/${trip.id}/itinerary`)).body.blocks).toHaveLength(1)
})

test('an undo re-creates the same entry with the same id', async () => {
  const before = await savedEntry(agency, undefined, { title: 'Vuelve', tags: ['a', 'b'] })
  const { headers } = await remove(before.id)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  const after = (await agency.api(`GET /v1/library/entries/${before.id}`)).body
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  expect((await agency.api('GET /v1/library/entries?q=vuelve')).body.data).toHaveLength(1)
})

test('while another key has it open it is being edited, and stays', async () => {
  const { id } = await savedEntry(agency)
  await (await agency.newKey()).api(`POST /v1/library/entries/${id}/lease`)
  const { status, body } = await remove(id)
  expect([status, body.code]).toEqual([409, 'being_edited'])
  expect((await agency.api(`GET /v1/library/entries/${id}`)).status).toBe(200)
})

test('the key that has it open can delete it', async () => {
  const { id } = await savedEntry(agency)
  await agency.api(`POST /v1/library/entries/${id}/lease`)
  expect((await remove(id)).status).toBe(200)
})

test('a stale delete is refused, and the entry stays', async () => {
  const { id, updatedAt } = await savedEntry(agency)
  await agency.api(`PATCH /v1/library/entries/${id}`, { body: { title: 'Otro' } })
  const { status, body } = await remove(id, { expectedUpdatedAt: updatedAt })
  expect([status, body.code]).toEqual([409, 'stale_write'])
  expect((await agency.api(`GET /v1/library/entries/${id}`)).body.updatedAt).toBe(body.updatedAt)
})
