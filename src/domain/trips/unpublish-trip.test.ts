import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a published trip is a draft again, and published again it has the same link', async () => {
  const trip = await agency.newTrip()
  const published = await agency.api(`POST /v1/trips/${trip.id}/publish`)
  const { status, body } = await agency.api(`POST /v1/trips/${trip.id}/unpublish`)
  expect(status).toBe(200)
  expect(body).toEqual({ ...trip, updatedAt: body.updatedAt })
  const again = await agency.api(`POST /v1/trips/${trip.id}/publish`)
  expect([body.publicUrl, again.body.publicUrl]).toEqual([published.body.publicUrl, published.body.publicUrl])
})

test('unpublishing a draft writes nothing', async () => {
  const trip = await agency.newTrip()
  const before = await world.written()
  expect((await agency.api(`POST /v1/trips/${trip.id}/unpublish`)).body).toEqual(trip)
  expect(await world.written()).toEqual(before)
})
