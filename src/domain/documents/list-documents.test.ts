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
const list = (query: Record<string, string> = {}) => agency.api('GET /v1/documents', { query })

test('documents of all live trips are listed, and narrowed as those of one trip are', async () => {
  const [trip, archived] = [await agency.newTrip(), await agency.newTrip()]
  const folder = await newFolder(agency, trip.id)
  const one = await newDocument(agency, { tripId: trip.id, folderId: folder.id, name: 'Billete.pdf' })
  const gone = await newDocument(agency, { tripId: archived.id })
  const other = await newDocument(agency, { visibility: 'traveler' })
  expect((await list()).body.data).toEqual([other, gone, one])
  await agency.api(`DELETE /v1/trips/${archived.id}`)
  expect(idsOf(await list())).toEqual([other.id, one.id])
  expect(idsOf(await list({ tripId: trip.id }))).toEqual([one.id])
  expect(idsOf(await list({ tripId: archived.id }))).toEqual([])
  expect(idsOf(await list({ folderId: folder.id }))).toEqual([one.id])
  expect(idsOf(await list({ loose: 'true' }))).toEqual([other.id])
  expect(idsOf(await list({ visibility: 'traveler' }))).toEqual([other.id])
  expect(idsOf(await list({ q: 'billete' }))).toEqual([one.id])
  expect(idsOf(await list({ updatedSince: other.updatedAt, sort: 'updatedAt' }))).toEqual([other.id])
})

test('the scope of documents is asked for, and that of trips is not', async () => {
  const reader = await agency.newKey({ scopes: ['documents:read'] })
  expect((await reader.api('GET /v1/documents')).status).toBe(200)
  const other = await agency.newKey({ scopes: ['trips:read', 'documents:write'] })
  expect((await other.api('GET /v1/documents')).body.missingScopes).toEqual(['documents:read'])
})
