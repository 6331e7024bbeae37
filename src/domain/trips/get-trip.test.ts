import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const get = (id: string, { api } = agency) => api(`GET /v1/trips/${id}`)

test('a trip is read as it was answered when it was made, every member of it', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', metadata: { crm: '4711' }, profile: { notes: 'Sin prisa' } })
  const { status, body } = await get(trip.id)
  expect([status, body]).toEqual([200, trip])
})

test('it is read as it stands after the last write', async () => {
  const { id } = await agency.newTrip()
  const { body: changed } = await agency.api(`PATCH /v1/trips/${id}`, { body: { title: 'Otro' } })
  expect((await get(id)).body).toEqual(changed)
})

test('a colleague reads it too, whoever owns it', async () => {
  const trip = await agency.newTrip()
  const { api } = await agency.newKey({ userId: await agency.newUser({ tripDeletion: 'none' }), scopes: ['trips:read'] })
  expect((await api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('an archived trip, one of another agency and an unknown one are not found, in the same words', async () => {
  const archived = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${archived.id}`)
  const theirs = await (await world.newAgency()).newTrip()
  const unknown = '00000000-0000-7000-8000-000000000000'
  for (const id of [archived.id, theirs.id, unknown]) {
    const { status, body } = await get(id)
    expect([status, body.code, body.detail.replace(id, 'it')]).toEqual([404, 'not_found', 'There is no trip it.'])
  }
})

test('an archived trip is found again once it is restored', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${id}`)
  const { body: restored } = await agency.api(`POST /v1/trips/${id}/restore`)
  expect((await get(id)).body).toEqual(restored)
})

test('what is no id is refused at its place', async () => {
  const { status, body } = await get('V26-0001')
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'tripId'])
})
