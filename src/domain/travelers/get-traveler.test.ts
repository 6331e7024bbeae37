import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const WHOLE = {
  ...{ firstName: 'Lucía', lastName1: 'Ferrer', birthDate: '2015-11-01', sex: 'f', nationality: 'ES' },
  ...{ docType: 'passport', docNumber: 'PAB123456', docExpiry: '2027-11-30', docCountry: 'ES' },
}

async function newTraveler(body: object = WHOLE, trip: object = { startDate: '2027-10-04', endDate: '2027-10-21' }) {
  const { id } = await agency.newTrip(trip)
  return (await agency.api(`POST /v1/trips/${id}/travelers`, { body })).body
}

test('an unknown traveler, and one of another agency, is not found', async () => {
  const { id } = await newTraveler()
  const other = await world.newAgency()
  for (const [api, one] of [
    [other.api, id],
    [agency.api, '00000000-0000-7000-8000-000000000000'],
  ] as const)
    expect((await api(`GET /v1/travelers/${one}`)).body.code).toBe('not_found')
})

test('the travelers of an archived trip are not found until it is restored', async () => {
  const traveler = await newTraveler()
  await agency.api(`DELETE /v1/trips/${traveler.tripId}`)
  for (const route of [`GET /v1/travelers/${traveler.id}`, `PATCH /v1/travelers/${traveler.id}`, `DELETE /v1/travelers/${traveler.id}`])
    expect((await agency.api(route, route.startsWith('PATCH') ? { body: {} } : {})).body.code).toBe('not_found')
  await agency.api(`POST /v1/trips/${traveler.tripId}/restore`)
  expect((await agency.api(`GET /v1/travelers/${traveler.id}`)).body).toEqual(traveler)
})

test('age, form of address and what is missing follow the dates of the trip', async () => {
  const { id, tripId, updatedAt, ...traveler } = await newTraveler()
  expect([traveler.paxType, traveler.title, traveler.missing]).toEqual(['child', 'miss', []])
  await agency.api(`PATCH /v1/trips/${tripId}`, { body: { startDate: '2027-11-20', endDate: '2027-12-01' } })
  const { body } = await agency.api(`GET /v1/travelers/${id}`)
  expect([body.paxType, body.title, body.missing, body.updatedAt]).toEqual(['adult', 'ms', ['docExpiry'], updatedAt])
  await agency.api(`PATCH /v1/trips/${tripId}`, { body: { startDate: null, endDate: null } })
  const undated = (await agency.api(`GET /v1/travelers/${id}`)).body
  expect([undated.paxType, undated.title, undated.missing]).toEqual(['unknown', null, []])
})

test('a form of address that was given is the one that is shown', async () => {
  const { title } = await newTraveler({ ...WHOLE, title: 'mrs' })
  expect(title).toBe('mrs')
})
