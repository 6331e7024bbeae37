import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const restore = (id: string, asked = {}) => agency.api(`POST /v1/trips/${id}/restore`, asked)

test('a restored trip is back as it was, in every list, and no longer among the archived', async () => {
  const trip = await agency.newTrip({ startDate: '2027-05-01', metadata: { a: '1' }, profile: { notes: 'n' } })
  await agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state: 'reservada' } })
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  const { status, headers, body } = await restore(trip.id)
  expect([status, headers.get('service-change-id')]).toEqual([200, null])
  expect(body).toEqual({ ...trip, commercialState: 'reservada', updatedAt: body.updatedAt })
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(body)
  expect((await agency.api('GET /v1/trips', { query: { updatedSince: body.updatedAt } })).body.data).toEqual([body])
  expect((await agency.api('GET /v1/trips/archived')).body.data).toEqual([])
})

test('a live trip can not be restored, and stays as it is', async () => {
  const trip = await agency.newTrip()
  const { status, body } = await restore(trip.id)
  expect([status, body.code]).toEqual([409, 'not_archived'])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('an unknown trip is not found', async () => {
  const { status, body } = await restore('00000000-0000-7000-8000-000000000000')
  expect([status, body.code]).toEqual([404, 'not_found'])
})

test('a restored trip can be archived and restored again', async () => {
  const { id } = await agency.newTrip()
  for (const _ of [1, 2]) {
    expect((await agency.api(`DELETE /v1/trips/${id}`)).status).toBe(200)
    expect((await restore(id)).status).toBe(200)
  }
})

test('a dry run restores nothing', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${id}`)
  const { status, body } = await restore(id, { query: { dryRun: 'true' } })
  expect([status, body.result.id]).toEqual([200, id])
  expect((await agency.api(`GET /v1/trips/${id}`)).status).toBe(404)
})
