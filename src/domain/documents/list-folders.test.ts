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

test('the folders of a trip come with the number of their documents; those of other trips do not', async () => {
  const [trip, other] = [await agency.newTrip(), await agency.newTrip()]
  const empty = await newFolder(agency, trip.id, 'Facturas')
  const full = await newFolder(agency, trip.id, 'Billetes')
  await newFolder(agency, other.id)
  for (let count = 0; count < 2; count++) await newDocument(agency, { tripId: trip.id, folderId: full.id })
  const { status, body } = await agency.api(`GET /v1/trips/${trip.id}/document-folders`)
  expect([status, body]).toEqual([200, { object: 'list', data: [{ ...full, documentCount: 2 }, empty], nextCursor: null }])
})

test('the folders of an archived trip are not found, and come back with it', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`GET /v1/trips/${trip.id}/document-folders`)).status).toBe(404)
  expect((await agency.api(`PATCH /v1/document-folders/${folder.id}`, { body: { name: 'x' } })).status).toBe(404)
  expect((await agency.api(`DELETE /v1/document-folders/${folder.id}`)).status).toBe(404)
  await agency.api(`POST /v1/trips/${trip.id}/restore`)
  expect((await agency.api(`GET /v1/trips/${trip.id}/document-folders`)).body.data).toEqual([folder])
})
