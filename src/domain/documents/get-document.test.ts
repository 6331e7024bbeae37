import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDocument } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a document is read as it was answered when it was completed', async () => {
  const document = await newDocument(agency, { visibility: 'traveler' })
  const { status, body } = await agency.api(`GET /v1/documents/${document.id}`)
  expect([status, body]).toEqual([200, document])
})

test('travelers see it while it is released and the trip is published, and only then', async () => {
  const trip = await agency.newTrip()
  const [released, internal] = [
    await newDocument(agency, { tripId: trip.id, visibility: 'traveler' }),
    await newDocument(agency, { tripId: trip.id }),
  ]
  const seen = async () =>
    Promise.all([released, internal].map(async ({ id }) => (await agency.api(`GET /v1/documents/${id}`)).body.visibleToTravelersNow))
  expect(await seen()).toEqual([false, false])
  await agency.api(`POST /v1/trips/${trip.id}/publish`)
  expect(await seen()).toEqual([true, false])
  await agency.api(`POST /v1/trips/${trip.id}/unpublish`)
  expect(await seen()).toEqual([false, false])
})

test('a document of an archived trip is not found, until the trip is restored', async () => {
  const trip = await agency.newTrip()
  const { id } = await newDocument(agency, { tripId: trip.id })
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  for (const route of [`GET /v1/documents/${id}`, `GET /v1/documents/${id}/download`, `DELETE /v1/documents/${id}`])
    expect((await agency.api(route)).status).toBe(404)
  expect((await agency.api(`PATCH /v1/documents/${id}`, { body: { name: 'x' } })).status).toBe(404)
  await agency.api(`POST /v1/trips/${trip.id}/restore`)
  expect((await agency.api(`GET /v1/documents/${id}`)).status).toBe(200)
})
