import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('the contact of a trip without one, of an unknown and of an archived trip is not found', async () => {
  const { id } = await agency.newTrip()
  const read = () => agency.api(`GET /v1/trips/${id}/contact`)
  expect((await read()).body.code).toBe('not_found')
  await agency.api(`POST /v1/trips/${id}/contact`, { body: { name: 'A' } })
  expect((await read()).status).toBe(200)
  await agency.api(`DELETE /v1/trips/${id}`)
  expect((await read()).body.code).toBe('not_found')
  await agency.api(`POST /v1/trips/${id}/restore`)
  expect((await read()).body.name).toBe('A')
})

test('an endpoint is told of a contact under its own types, and the trip is not touched', async () => {
  const trip = await agency.newTrip()
  await agency.api(`POST /v1/trips/${trip.id}/contact`, { body: { name: 'A' } })
  await agency.publish()
  const { data } = (await agency.api('GET /v1/events', { query: { tripId: trip.id } })).body
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['trip_contact.created', 'trip.created'])
  expect(data[0].subject).toEqual({ object: 'trip_contact', id: trip.id, tripId: trip.id })
  expect(data[0].data).toMatchObject({ object: 'trip_contact', tripId: trip.id, name: 'A' })
})
