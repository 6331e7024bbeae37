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

test('a route is read as it was written, by every key that may read the catalog', async () => {
  const { body } = await agency.api('POST /v1/catalog/routes', { body: { title: 'Japón', design: EXAMPLE_DESIGN } })
  const reader = await agency.newKey({ scopes: ['catalog:read'] })
  expect((await reader.api(`GET /v1/catalog/routes/${body.id}`)).body).toEqual(body)
  const other = await agency.newKey({ scopes: ['trips:read'] })
  expect((await other.api(`GET /v1/catalog/routes/${body.id}`)).status).toBe(403)
})
