import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDocument, newFolder } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

// biome-ignore lint/suspicious/noExplicitAny: rows of an answer
const idsOf = ({ body }: { body: any }): string[] => body.data.map(({ id }: { id: string }) => id)

test("a trip's documents are its own, the most recently changed first", async () => {
  const trip = await agency.newTrip()
  const first = await newDocument(agency, { tripId: trip.id })
  const second = await newDocument(agency, { tripId: trip.id })
  await newDocument(agency)
  const list = (query = {}) => agency.api(`GET /v1/trips/${trip.id}/documents`, { query })
  expect((await list()).body).toEqual({ object: 'list', data: [second, first], nextCursor: null })
  await agency.api(`PATCH /v1/documents/${first.id}`, { body: { name: 'x' } })
  expect(idsOf(await list())).toEqual([first.id, second.id])
  expect(idsOf(await list({ sort: 'createdAt' }))).toEqual([first.id, second.id])
})

test('they are narrowed by folder, by lying in none, by who sees them, and by a text in their name', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const loose = await newDocument(agency, { tripId: trip.id, name: 'Seguro 100%.pdf' })
  const inside = await newDocument(agency, { tripId: trip.id, name: 'Billete Kioto.pdf', folderId: folder.id, visibility: 'traveler' })
  const list = async (query: Record<string, string>) => idsOf(await agency.api(`GET /v1/trips/${trip.id}/documents`, { query }))
  expect(await list({ folderId: folder.id })).toEqual([inside.id])
  expect(await list({ loose: 'true' })).toEqual([loose.id])
  expect(await list({ loose: 'false' })).toEqual([inside.id, loose.id])
  expect(await list({ visibility: 'traveler' })).toEqual([inside.id])
  expect(await list({ visibility: 'staff' })).toEqual([loose.id])
  expect(await list({ q: 'KIOTO' })).toEqual([inside.id])
  expect(await list({ q: '0%.' })).toEqual([loose.id])
  expect(await list({ q: '_' })).toEqual([])
  expect(await list({ folderId: folder.id, loose: 'true' })).toEqual([])
})

test('an archived trip has no list, and a cursor is the place in one trip', async () => {
  const [trip, other] = [await agency.newTrip(), await agency.newTrip()]
  for (let count = 0; count < 2; count++) await newDocument(agency, { tripId: trip.id })
  const { body } = await agency.api(`GET /v1/trips/${trip.id}/documents`, { query: { limit: '1' } })
  const elsewhere = await agency.api(`GET /v1/trips/${other.id}/documents`, { query: { limit: '1', cursor: body.nextCursor } })
  expect([elsewhere.status, elsewhere.body.errors[0].path]).toEqual([400, 'cursor'])
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`GET /v1/trips/${trip.id}/documents`)).status).toBe(404)
})
