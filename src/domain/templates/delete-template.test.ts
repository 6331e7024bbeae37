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

const template = async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  return (await agency.api('POST /v1/trip-templates', { body: { tripId: trip.id, title: 'Japón', tags: ['a', 'b'] } })).body
}

test('a deleted template is nowhere, and trips that were made from it stay', async () => {
  const { id } = await template()
  const trip = await agency.newTrip({ templateId: id })
  const before = await world.written()
  const { status, body } = await agency.api(`DELETE /v1/trip-templates/${id}`)
  expect([status, body]).toEqual([200, { object: 'trip_template', id, deleted: true }])
  expect((await world.written()).outbox).toBe(before.outbox)
  expect((await agency.api(`GET /v1/trip-templates/${id}`)).status).toBe(404)
  expect((await agency.api('GET /v1/trip-templates?q=japon')).body.data).toEqual([])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('an undo brings the same template back, with its id and its content, and it is found again', async () => {
  const before = await template()
  const { headers } = await agency.api(`DELETE /v1/trip-templates/${before.id}`)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  const after = (await agency.api(`GET /v1/trip-templates/${before.id}`)).body
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  expect((await agency.api('GET /v1/trip-templates?q=japon')).body.data.map(({ id }: { id: string }) => id)).toEqual([before.id])
})

test('a stale delete is refused, and the template stays', async () => {
  const { id, updatedAt } = await template()
  await agency.api(`PATCH /v1/trip-templates/${id}`, { body: { title: 'Otro' } })
  const { status, body } = await agency.api(`DELETE /v1/trip-templates/${id}`, { query: { expectedUpdatedAt: updatedAt } })
  expect([status, body.code]).toEqual([409, 'stale_write'])
  expect((await agency.api(`GET /v1/trip-templates/${id}`)).body.updatedAt).toBe(body.updatedAt)
})
