import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { completeDesign, EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const create = (body: object, query = {}) =>
  agency.api('POST /v1/trips', { body: { title: 'Japón', startDate: '2027-10-04', ...body }, query })
const itinerary = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
const paths = ({ errors }: { errors: { path: string }[] }) => errors.map(({ path }) => path)
const count = (blocks: { children: [] }[]): number => blocks.reduce((sum, { children }) => sum + 1 + count(children), 0)

const stop = (id: string, nights: number, transferBefore: object | null = null) => ({ id, city: id, nights, transferBefore })
const design = (...stops: object[]) => ({ version: 1, originCity: 'Madrid', stops, returnCity: null, returnTransfer: null })

test('a design is answered with every default of the contract filled in', async () => {
  const { status, body } = await create({ design: EXAMPLE_DESIGN })
  expect(status).toBe(201)
  expect(body.design).toEqual(completeDesign(EXAMPLE_DESIGN))
  expect((await agency.api(`GET /v1/trips/${body.id}`)).body).toEqual(body)
})

test('the end follows from the design, and the itinerary has a day for each date', async () => {
  const { body } = await create({ design: EXAMPLE_DESIGN })
  expect(body.endDate).toBe('2027-10-21')
  const { blocks, version, syncedWithDesign } = await itinerary(body.id)
  expect(blocks.map(({ data }: { data: { date: string } }) => data.date).slice(-2)).toEqual(['2027-10-20', '2027-10-21'])
  expect([blocks.length, version, syncedWithDesign]).toEqual([18, 1, true])
})

test('a dry run shows the days and how many blocks there would be, as the real run makes them', async () => {
  const before = await world.written()
  const preview = await create({ design: EXAMPLE_DESIGN }, { dryRun: 'true' })
  expect(await world.written()).toEqual(before)
  const { body } = await create({ design: EXAMPLE_DESIGN })
  const { blocks } = await itinerary(body.id)
  expect(preview.body).toEqual({
    ...{ object: 'trip_create_preview', title: 'Japón', startDate: '2027-10-04', endDate: '2027-10-21', blocksAdded: count(blocks) },
    days: blocks.map(({ data: { date, title } }: { data: { date: string; title: string } }) => ({ date, title })),
  })
})

test('making a trip with its whole itinerary is one event, and one change', async () => {
  const before = await world.written()
  const { headers } = await create({ design: EXAMPLE_DESIGN })
  const after = await world.written()
  expect([after.outbox - before.outbox, after.changes - before.changes]).toEqual([1, 1])
  expect(headers.get('service-change-id')).not.toBeNull()
})

test('undoing the creation archives the trip and leaves its itinerary to come back with it', async () => {
  const { headers, body } = await create({ design: EXAMPLE_DESIGN })
  const { blocks } = await itinerary(body.id)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect((await agency.api(`GET /v1/trips/${body.id}`)).status).toBe(404)
  await agency.api(`POST /v1/trips/${body.id}/restore`)
  expect((await itinerary(body.id)).blocks).toEqual(blocks)
})

test.each([
  ['without a startDate', { startDate: null }, ['startDate']],
  ['with an end that does not follow', { endDate: '2027-10-20' }, ['endDate']],
  ['with a stop id twice', { design: design(stop('a', 1), stop('a', 1)) }, ['design.stops[1].id']],
  ['of 732 dates', { design: design(stop('a', 365), stop('b', 365), stop('c', 1)) }, ['design']],
  ['with 366 nights', { design: design(stop('a', 366)) }, ['design.stops[0].nights']],
  ['with 61 stops', { design: design(...Array.from({ length: 61 }, (_, n) => stop(`s${n}`, 0))) }, ['design.stops']],
  [
    'with a transfer of 31 days',
    { design: design(stop('a', 1, { id: 't', departDate: null, arriveDate: null, days: 31 })) },
    ['design.stops[0].transferBefore.days'],
  ],
  [
    'without its members',
    { design: {} },
    ['version', 'originCity', 'returnCity', 'stops', 'returnTransfer'].map((name) => `design.${name}`),
  ],
])('a design %s is refused', async (_what, part, expected) => {
  const { status, body } = await create({ design: EXAMPLE_DESIGN, ...part })
  expect(status).toBe(400)
  expect(paths(body).sort()).toEqual(expected.toSorted())
})

test('the end that follows may be given', async () => {
  expect((await create({ design: EXAMPLE_DESIGN, endDate: '2027-10-21' })).status).toBe(201)
})

test('a trip of 731 dates over a leap day has 731 days', async () => {
  const { body } = await create({ startDate: '2027-03-01', design: design(stop('a', 365), stop('b', 365)) })
  expect(body.endDate).toBe('2029-02-28')
  const { blocks } = await itinerary(body.id)
  expect(blocks.length).toBe(731)
  expect(blocks[365].data.date).toBe('2028-02-29')
})

test('days of travel count, and a night under way belongs to where one is going', async () => {
  const overnight = { id: 't', departDate: null, arriveDate: null, days: 1 }
  const { body } = await create({ design: design(stop('Tokio', 2, overnight)) })
  const { blocks } = await itinerary(body.id)
  expect(blocks.map(({ data }: { data: object }) => data)).toEqual([
    { title: 'Madrid → Tokio', stopId: 'Tokio', date: '2027-10-04', dayNumber: 1 },
    { title: 'Tokio', stopId: 'Tokio', date: '2027-10-05', dayNumber: 2 },
    { title: 'Tokio', stopId: 'Tokio', date: '2027-10-06', dayNumber: 3 },
    { title: 'Tokio', stopId: 'Tokio', date: '2027-10-07', dayNumber: 4 },
  ])
  expect(blocks[0].children[0].data).toMatchObject({ departDate: '2027-10-04', arriveDate: '2027-10-05' })
  expect(body.design.stops[0].transferBefore).toMatchObject({ departDate: null, arriveDate: null })
})
