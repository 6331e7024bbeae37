import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEntity } from '../../../test/harness/catalog.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('an entry is read as it was written, by every key that may read the catalog', async () => {
  const entity = await newEntity(agency, 'alojamiento', 'Hotel Granvia', { content: { stars: 4, board: 'desayuno' } })
  const reader = await agency.newKey({ scopes: ['catalog:read'] })
  expect((await reader.api(`GET /v1/catalog/entities/${entity.id}`)).body).toEqual(entity)
  const other = await agency.newKey({ scopes: ['trips:read', 'catalog:write'] })
  expect((await other.api(`GET /v1/catalog/entities/${entity.id}`)).status).toBe(403)
})

test('a deleted entry is read too, and says since when it is deleted', async () => {
  const entity = await newEntity(agency, 'punto', 'Cerrado')
  await agency.api(`DELETE /v1/catalog/entities/${entity.id}`)
  const { status, body } = await agency.api(`GET /v1/catalog/entities/${entity.id}`)
  expect([status, body]).toEqual([200, { ...entity, updatedAt: body.deletedAt, deletedAt: body.updatedAt }])
  expect(body.deletedAt > entity.updatedAt).toBe(true)
})
