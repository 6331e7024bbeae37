import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const designed = () => agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
const blocksOf = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body.blocks
const sync = (tripId: string, query = {}) => agency.api(`POST /v1/trips/${tripId}/itinerary/sync`, { query })
const counts = ({ added, updated, removed, moved }: Record<string, number>) => [added, updated, removed, moved]

test('a sync of what is synced changes nothing, not even the time', async () => {
  const trip = await designed()
  const before = await agency.api(`GET /v1/trips/${trip.id}`)
  expect(counts((await sync(trip.id)).body)).toEqual([0, 0, 0, 0])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(before.body)
})

test('its dry run says what would change, and changes nothing', async () => {
  const trip = await designed()
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { startDate: '2027-10-05' } })
  const before = await blocksOf(trip.id)
  const preview = await sync(trip.id, { dryRun: 'true' })
  expect(await blocksOf(trip.id)).toEqual(before)
  const done = await sync(trip.id)
  expect(preview.body.result).toEqual(done.body)
  expect(counts(done.body)).toEqual([0, 30, 0, 0])
  expect((await blocksOf(trip.id))[0].data.date).toBe('2027-10-05')
})

test('it can be undone', async () => {
  const trip = await designed()
  const design = { ...trip.design, stops: trip.design?.stops.slice(2) }
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { design } })
  const before = await blocksOf(trip.id)
  const { headers } = await sync(trip.id)
  expect(await blocksOf(trip.id)).not.toEqual(before)
  expect((await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)).status).toBe(200)
  const after = (await agency.api(`GET /v1/trips/${trip.id}/itinerary`)).body
  expect([after.blocks, after.syncedWithDesign]).toEqual([before, false])
})

test('a trip without a design has nothing to sync with', async () => {
  const trip = await agency.newTrip()
  expect((await sync(trip.id)).body.code).toBe('trip_has_no_design')
})
