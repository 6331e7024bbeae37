import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { SCOPES } from '../../operations/scopes.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
let route: { id: string; design: object }
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const body = { title: 'Japón', design: EXAMPLE_DESIGN, coverUrl: 'https://example.com/fuji.jpg' }
  route = (await agency.api('POST /v1/catalog/routes', { body })).body
})
afterAll(() => world.stop())

const create = (body: object, api = agency.api, query = {}) => api('POST /v1/trips', { body: { title: 'Viaje de Ana', ...body }, query })
const itinerary = async (id: string) => (await agency.api(`GET /v1/trips/${id}/itinerary`)).body

test('a trip takes the design of a route as if it had been given one, and its cover', async () => {
  const startDate = '2027-10-04'
  const { status, body } = await create({ routeId: route.id, startDate, travelers: 3 })
  const given = await agency.newTrip({ startDate, design: EXAMPLE_DESIGN })
  expect([status, body.title, body.travelers, body.design, body.endDate]).toEqual([201, 'Viaje de Ana', 3, given.design, given.endDate])
  expect(body.coverImageUrl).toBe('https://example.com/fuji.jpg')
  const types = ({ blocks }: { blocks: { type: string; data: { title: string } }[] }) => blocks.map(({ type, data }) => [type, data.title])
  const [mine, other] = [await itinerary(body.id), await itinerary(given.id)]
  expect([types(mine), mine.syncedWithDesign]).toEqual([types(other), true])
  const preview = await create({ routeId: route.id, startDate }, agency.api, { dryRun: 'true' })
  expect(preview.body).toMatchObject({ object: 'trip_create_preview', endDate: given.endDate })
})

test('what the body says of the cover wins', async () => {
  const start = { routeId: route.id, startDate: '2027-10-04' }
  expect((await create({ ...start, coverImageUrl: null })).body.coverImageUrl).toBeNull()
})

test('without a start it is refused, as a design is', async () => {
  const { status, body } = await create({ routeId: route.id })
  expect([status, body.errors]).toEqual([400, [{ path: 'startDate', message: 'is required with a design' }]])
})

test('a trip begins with one thing: a design, a route or a template', async () => {
  const templateId = '01890000-0000-7000-8000-000000000001'
  const { body } = await create({ routeId: route.id, templateId, design: EXAMPLE_DESIGN, startDate: '2027-10-04' })
  expect(body.errors).toEqual([
    { path: 'routeId', message: 'may not be given together with design' },
    { path: 'templateId', message: 'may not be given together with design' },
  ])
})

test('a route that is absent or of another agency is not found', async () => {
  const theirs = await (await world.newAgency()).api('POST /v1/catalog/routes', { body: { title: 'x', design: EXAMPLE_DESIGN } })
  for (const routeId of ['01890000-0000-7000-8000-000000000001', theirs.body.id])
    expect((await create({ routeId, startDate: '2027-10-04' })).body.code).toBe('not_found')
})

test('it takes a key that may read the catalog', async () => {
  const { api } = await agency.newKey({ scopes: SCOPES.filter((scope) => scope !== 'catalog:read') })
  const { status, body } = await create({ routeId: route.id, startDate: '2027-10-04' }, api)
  expect([status, body.missingScopes]).toEqual([403, ['catalog:read']])
})

test('the trip stays as it is when its route is changed or deleted', async () => {
  const { body: own } = await agency.api('POST /v1/catalog/routes', { body: { title: 'x', design: EXAMPLE_DESIGN } })
  const { body: trip } = await create({ routeId: own.id, startDate: '2027-10-04' })
  await agency.api(`PATCH /v1/catalog/routes/${own.id}`, { body: { design: { ...EXAMPLE_DESIGN, stops: [] } } })
  await agency.api(`DELETE /v1/catalog/routes/${own.id}`)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})
