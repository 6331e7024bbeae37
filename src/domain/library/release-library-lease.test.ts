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

const take = (id: string, api = agency.api) => api(`POST /v1/library/entries/${id}/lease`)
const release = (id: string, api = agency.api) => api(`DELETE /v1/library/entries/${id}/lease`)

test('a released entry is free at once', async () => {
  const { id } = await savedEntry(agency)
  await take(id)
  const before = await world.written()
  const { status, headers, body } = await release(id)
  expect([status, body]).toEqual([200, { object: 'library_lease', entryId: id, released: true }])
  expect(headers.get('service-change-id')).toBeNull()
  expect(await world.written()).toEqual(before)
  const other = await agency.newKey()
  expect((await take(id, other.api)).status).toBe(200)
})

test('an entry that is not open stays so', async () => {
  const { id } = await savedEntry(agency)
  expect((await release(id)).status).toBe(200)
})

test('nobody releases what another key has open', async () => {
  const { id } = await savedEntry(agency)
  await take(id)
  const other = await agency.newKey()
  const { status, body } = await release(id, other.api)
  expect([status, body.code]).toEqual([409, 'being_edited'])
  expect((await take(id, other.api)).status).toBe(409)
})
