import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const eventsOf = async (tripId: string) => (await agency.api('GET /v1/events', { query: { tripId } })).body.data

test('an event carries its subject as it is now', async () => {
  const trip = await agency.newTrip()
  await agency.publish()
  const [{ id }] = await eventsOf(trip.id)
  const { body: renamed } = await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'Renamed' } })
  const { status, body } = await agency.api(`GET /v1/events/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...{ object: 'event', id, type: 'trip.created', timestamp: trip.createdAt, changed: [] },
    subject: { object: 'trip', id: trip.id, tripId: trip.id },
    data: renamed,
  })
  expect(id).toMatch(/^evt_[0-9a-f]{32}$/)
})

test('of a subject that is archived it says so, and nothing more', async () => {
  const trip = await agency.newTrip()
  await agency.publish()
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  const [{ data }] = await eventsOf(trip.id)
  expect(data).toEqual({ object: 'trip', id: trip.id, deleted: true })
})

test('a key that can not read its subject does not find an event', async () => {
  const trip = await agency.newTrip()
  await agency.publish()
  const [{ id }] = await eventsOf(trip.id)
  const { api } = await agency.newKey({ scopes: ['quotes:read'] })
  expect((await api(`GET /v1/events/${id}`)).status).toBe(404)
})

test('what can be no id of an event is refused', async () => {
  for (const id of ['evt_1', '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f50']) expect((await agency.api(`GET /v1/events/${id}`)).status).toBe(400)
})
