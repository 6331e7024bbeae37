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

test('a route is gone, and undo brings back the same one', async () => {
  const { body } = await agency.api('POST /v1/catalog/routes', { body: { title: 'Japón', design: EXAMPLE_DESIGN } })
  const { body: told, headers } = await agency.api(`DELETE /v1/catalog/routes/${body.id}`)
  expect(told).toEqual({ object: 'route', id: body.id, deleted: true })
  expect((await agency.api(`GET /v1/catalog/routes/${body.id}`)).status).toBe(404)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  const back = (await agency.api(`GET /v1/catalog/routes/${body.id}`)).body
  expect(back).toEqual({ ...body, updatedAt: back.updatedAt })
})

test('a route that changed since it was read is not deleted', async () => {
  const { body } = await agency.api('POST /v1/catalog/routes', { body: { title: 'Japón', design: EXAMPLE_DESIGN } })
  await agency.api(`PATCH /v1/catalog/routes/${body.id}`, { body: { title: 'Otro' } })
  const query = { expectedUpdatedAt: body.updatedAt }
  expect((await agency.api(`DELETE /v1/catalog/routes/${body.id}`, { query })).body.code).toBe('stale_write')
  expect((await agency.api(`GET /v1/catalog/routes/${body.id}`)).status).toBe(200)
})
