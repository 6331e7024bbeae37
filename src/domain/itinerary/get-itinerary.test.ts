import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  tripId = (await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
})
afterAll(() => world.stop())

const get = (query: Record<string, string> = {}, id = tripId) => agency.api(`GET /v1/trips/${id}/itinerary`, { query })

test('a trip without blocks has an empty itinerary of version 0', async () => {
  const trip = await agency.newTrip()
  expect((await get({}, trip.id)).body).toEqual({
    ...{ object: 'itinerary', tripId: trip.id, version: 0, syncedWithDesign: true, blocks: [], updatedAt: trip.createdAt },
  })
})

test('a design makes a day for each date, with its transfers and lodgings', async () => {
  const { blocks, version, syncedWithDesign } = (await get()).body
  expect([version, syncedWithDesign, blocks.length]).toEqual([1, true, 18])
  expect(blocks[0]).toEqual({
    id: expect.any(String),
    ref: 'b1',
    type: 'day',
    visibility: 'traveler',
    data: { title: 'Madrid → Helsinki → Tokio', stopId: 'tokio', date: '2027-10-04', dayNumber: 1 },
    layout: null,
    children: [
      expect.objectContaining({
        type: 'transfer',
        data: expect.objectContaining({ from: 'Madrid', to: 'Helsinki', mode: 'avion', departDate: '2027-10-04', departTime: '10:15' }),
        children: [],
      }),
      expect.objectContaining({ type: 'transfer', data: expect.objectContaining({ to: 'Tokio', arriveDate: '2027-10-05' }) }),
    ],
  })
  expect(blocks[1].children[0].data).toMatchObject({
    name: 'Alojamiento en Tokio',
    checkIn: '2027-10-05',
    checkOut: '2027-10-10',
    nights: 5,
  })
})

test('a stopover has no lodging', async () => {
  const { blocks } = (await get({ types: 'lodging' })).body
  const names = blocks.flatMap(({ children }: { children: { data: { name: string } }[] }) => children.map(({ data }) => data.name))
  expect(names).toEqual(['Tokio', 'Hakone', 'Kioto', 'Hiroshima', 'Osaka'].map((city) => `Alojamiento en ${city}`))
})

test('depth, types and day read less, and keep what is around', async () => {
  const shallow = (await get({ depth: '1' })).body.blocks
  expect(shallow.every(({ children }: { children: [] }) => children.length === 0)).toBe(true)
  const [day, ...others] = (await get({ day: '2027-10-05' })).body.blocks
  expect([day.data.date, day.children.length, others]).toEqual(['2027-10-05', 1, []])
  const both = (await get({ types: 'transfer,lodging', day: '2027-10-10' })).body.blocks
  expect(both.map(({ children }: { children: { type: string }[] }) => children.map(({ type }) => type))).toEqual([['transfer', 'lodging']])
  expect((await get({ day: '2030-01-01' })).body.blocks).toEqual([])
})

test.each([
  ['depth', { depth: '0' }],
  ['depth', { depth: '7' }],
  ['types[0]', { types: 'hotel' }],
  ['day', { day: '2027-13-01' }],
  ['days', { days: '1' }],
])('a wrong %s is refused', async (path, query) => {
  const { status, body } = await get(query)
  expect([status, body.errors[0].path]).toEqual([400, path])
})

test('another agency, and whoever asks for an archived trip, finds nothing', async () => {
  const other = await world.newAgency()
  expect((await other.api(`GET /v1/trips/${tripId}/itinerary`)).status).toBe(404)
  const trip = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await get({}, trip.id)).status).toBe(404)
})

test('the itinerary of a trip whose dates moved says that it is not synced', async () => {
  const { id } = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  await agency.api(`PATCH /v1/trips/${id}`, { body: { startDate: '2027-10-05' } })
  expect((await get({}, id)).body.syncedWithDesign).toBe(false)
  await agency.api(`PATCH /v1/trips/${id}`, { body: { startDate: '2027-10-04' } })
  expect((await get({}, id)).body.syncedWithDesign).toBe(true)
})
