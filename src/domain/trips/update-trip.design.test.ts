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

const designed = () => agency.newTrip({ title: 'Japón', startDate: '2027-10-04', design: EXAMPLE_DESIGN })
const patch = (id: string, body: object, query = {}) => agency.api(`PATCH /v1/trips/${id}`, { body, query })
const itinerary = async (id: string) => (await agency.api(`GET /v1/trips/${id}/itinerary`)).body

test('a new start moves the end of a trip with a design, and leaves the itinerary as it is until it is synced', async () => {
  const trip = await designed()
  const before = await itinerary(trip.id)
  const { body } = await patch(trip.id, { startDate: '2028-02-20' })
  expect([body.startDate, body.endDate]).toEqual(['2028-02-20', '2028-03-08'])
  expect(await itinerary(trip.id)).toEqual({ ...before, syncedWithDesign: false })
})

test('its preview tells what changes, and by how many days', async () => {
  const trip = await designed()
  const { body } = await patch(trip.id, { startDate: '2027-10-01' }, { dryRun: 'true' })
  expect(body).toMatchObject({
    ...{ object: 'trip_update_preview', tripId: trip.id, dayShift: -3 },
    changes: [
      { field: 'startDate', from: '2027-10-04', to: '2027-10-01' },
      { field: 'endDate', from: '2027-10-21', to: '2027-10-18' },
    ],
  })
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('another design replaces the whole of the old one', async () => {
  const trip = await designed()
  const design = { ...EXAMPLE_DESIGN, stops: EXAMPLE_DESIGN.stops.slice(0, 2) }
  const { body } = await patch(trip.id, { design })
  expect([body.design.stops.length, body.endDate]).toEqual([2, '2027-10-11'])
})

test('a design can be taken away: dates and itinerary stay', async () => {
  const trip = await designed()
  const { body } = await patch(trip.id, { design: null })
  expect([body.design, body.endDate]).toEqual([null, '2027-10-21'])
  expect((await itinerary(trip.id)).blocks).toHaveLength(18)
})

test('a trip without a design can get one', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', endDate: '2027-10-05' })
  const { body } = await patch(trip.id, { design: EXAMPLE_DESIGN })
  expect(body.endDate).toBe('2027-10-21')
  expect((await itinerary(trip.id)).syncedWithDesign).toBe(false)
  const { body: synced } = await agency.api(`POST /v1/trips/${trip.id}/itinerary/sync`)
  expect(synced.added).toBe(30)
})

test.each([
  ['an end that does not follow from the design', { endDate: '2027-10-22' }, 'endDate'],
  ['no start', { startDate: null }, 'startDate'],
  ['a wrong design', { design: { ...EXAMPLE_DESIGN, stops: [{ id: 'a' }] } }, 'design.stops[0].city'],
])('%s is refused', async (_what, body, path) => {
  const trip = await designed()
  const answer = await patch(trip.id, body)
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('a design that changed is told by its field, and undone', async () => {
  const trip = await designed()
  const { headers } = await patch(trip.id, { design: { ...EXAMPLE_DESIGN, returnCity: 'Barcelona' } })
  const { rows } = await world.admin.query('select changed from outbox where subject_id = $1 order by seq desc limit 1', [trip.id])
  expect(rows).toEqual([{ changed: ['design'] }])
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body.design).toEqual(trip.design)
})
