import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('the headcount falls to the number of travelers that are listed, and not below', async () => {
  const trip = await agency.newTrip({ travelers: 4 })
  for (const firstName of ['a', 'b']) await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: { firstName } })
  const written = await world.written()
  const refused = await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { travelers: 1, title: 'x' } })
  expect([refused.status, refused.body.code]).toEqual([409, 'headcount_too_small'])
  expect(await world.written()).toEqual(written)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
  expect((await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { travelers: 2 } })).body.travelers).toBe(2)
})

test('of a traveler who is added while the headcount falls, one is refused', async () => {
  const trip = await agency.newTrip({ travelers: 2 })
  await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: {} })
  const [added, narrowed] = await Promise.all([
    agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: {} }),
    agency.api(`PATCH /v1/trips/${trip.id}`, { body: { travelers: 1 } }),
  ])
  expect([
    [201, 409],
    [409, 200],
  ]).toContainEqual([added.status, narrowed.status])
})
