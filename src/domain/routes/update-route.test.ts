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

const newRoute = async (body = {}) =>
  (await agency.api('POST /v1/catalog/routes', { body: { title: 'Japón', tags: ['otoño'], design: EXAMPLE_DESIGN, ...body } })).body
const change = (id: string, body: object) => agency.api(`PATCH /v1/catalog/routes/${id}`, { body })

test('absent members stay; what follows from the design follows it', async () => {
  const route = await newRoute({ coverUrl: 'https://example.com/a.jpg' })
  const design = { ...EXAMPLE_DESIGN, stops: EXAMPLE_DESIGN.stops.slice(0, 2) }
  const { body } = await change(route.id, { design, coverUrl: null })
  expect(body).toEqual({
    ...route,
    ...{ cities: ['Tokio'], nights: 5, stopCount: 2, coverUrl: null, updatedAt: body.updatedAt },
    design: { ...route.design, stops: route.design.stops.slice(0, 2) },
  })
})

test('what changes nothing leaves updatedAt alone', async () => {
  const route = await newRoute()
  expect((await change(route.id, { title: 'Japón', tags: ['Otoño'], design: EXAMPLE_DESIGN })).body).toEqual(route)
})

test('what was decided on an older state is refused', async () => {
  const route = await newRoute()
  const { body } = await change(route.id, { title: 'Otro' })
  expect((await change(route.id, { title: 'x', expectedUpdatedAt: route.updatedAt })).body.code).toBe('stale_write')
  expect((await agency.api(`GET /v1/catalog/routes/${route.id}`)).body).toEqual(body)
})
