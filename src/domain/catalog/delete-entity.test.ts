import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEntity, newJapan } from '../../../test/harness/catalog.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const remove = (id: string, query = {}) => agency.api(`DELETE /v1/catalog/entities/${id}`, { query })
const read = async (id: string) => (await agency.api(`GET /v1/catalog/entities/${id}`)).body
const undo = (changeId: string | null) => agency.api(`POST /v1/changes/${changeId}/revert`)
const deletedAmong = async (entities: { id: string; name: string }[]) => {
  const now = await Promise.all(entities.map(({ id }) => read(id)))
  return now.filter(({ deletedAt }) => deletedAt !== null).map(({ name }) => name)
}

test('an entry alone is deleted without being confirmed, and leaves the lists', async () => {
  const entity = await newEntity(agency, 'alojamiento', 'Hotel Sakura')
  const { status, headers, body } = await remove(entity.id)
  expect([status, body]).toEqual([200, { object: 'catalog_entity', id: entity.id, deleted: true, deletedIds: [entity.id] }])
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  const ids = async (query = {}) => (await agency.api('GET /v1/catalog/entities', { query })).body.data.map(({ id }: { id: string }) => id)
  expect(await ids()).not.toContain(entity.id)
  expect(await ids({ includeDeleted: 'true' })).toContain(entity.id)
})

test('the preview counts the zones and places below, and writes nothing', async () => {
  const { japan, gion, shrine, ryokan } = await newJapan(agency)
  const before = await world.written()
  const preview = async (id: string) => (await remove(id, { dryRun: 'true' })).body
  expect(await preview(japan.id)).toEqual({
    ...{ object: 'catalog_delete_preview', id: japan.id, name: 'Japón', deletes: { zonas: 2, lugares: 1 }, requiresConfirmation: true },
  })
  expect(await preview(gion.id)).toMatchObject({ deletes: { zonas: 0, lugares: 1 }, requiresConfirmation: true })
  for (const { id } of [shrine, ryokan])
    expect(await preview(id)).toMatchObject({ deletes: { zonas: 0, lugares: 0 }, requiresConfirmation: false })
  expect(await world.written()).toEqual(before)
  expect(await deletedAmong([japan, gion, shrine, ryokan])).toEqual([])
})

test('what takes more than itself wants its exact name', async () => {
  const { kyoto, gion } = await newJapan(agency)
  const before = await world.written()
  for (const confirm of [{}, { confirm: '' }, { confirm: 'kioto' }, { confirm: 'Kioto ' }]) {
    const { status, headers, body } = await remove(kyoto.id, confirm)
    expect([status, body.code, headers.get('service-change-id')]).toEqual([422, 'confirmation_required', null])
    expect(body.detail).toContain('Kioto')
  }
  expect(await deletedAmong([kyoto, gion])).toEqual([])
  expect(await world.written()).toEqual(before)
})

test('it takes the places below along, never products: those move up to the nearest place that stays', async () => {
  const { japan, kyoto, gion, shrine, ryokan, tea, guide } = await newJapan(agency)
  const { body } = await remove(kyoto.id, { confirm: 'Kioto' })
  expect(body.deletedIds[0]).toBe(kyoto.id)
  expect(body.deletedIds.toSorted()).toEqual([kyoto.id, gion.id, shrine.id].toSorted())
  expect(await deletedAmong([japan, kyoto, gion, shrine, ryokan, tea, guide])).toEqual(['Kioto', 'Gion', 'Yasaka-jinja'])
  for (const { id } of [ryokan, tea, guide]) expect((await read(id)).place.parentId).toBe(japan.id)
  // where they lay in is remembered
  expect((await read(shrine.id)).place.parentId).toBe(gion.id)

  await remove(japan.id)
  for (const { id } of [ryokan, tea, guide]) expect((await read(id)).place.parentId).toBeNull()
})

test('undo puts all back as it was', async () => {
  const all = Object.values(await newJapan(agency))
  const { headers } = await remove(all[0].id, { confirm: 'Japón' })
  expect((await undo(headers.get('service-change-id'))).status).toBe(200)
  for (const entity of all) {
    const now = await read(entity.id)
    expect(now).toEqual({ ...entity, updatedAt: now.updatedAt })
  }
})

test('undo is refused once a product that moved up was moved on, and leaves everything as it is', async () => {
  const { japan, kyoto, gion, shrine, ryokan } = await newJapan(agency)
  const { headers } = await remove(kyoto.id, { confirm: 'Kioto' })
  await agency.api(`PATCH /v1/catalog/entities/${ryokan.id}`, { body: { place: { parentId: null } } })
  const { status, body } = await undo(headers.get('service-change-id'))
  expect([status, body.code]).toEqual([409, 'not_revertible'])
  expect(await deletedAmong([japan, kyoto, gion, shrine, ryokan])).toEqual(['Kioto', 'Gion', 'Yasaka-jinja'])
})

test('undo is refused while another entry has taken its external place', async () => {
  const entity = await newEntity(agency, 'punto', 'a', { placeId: 'P9' })
  const { headers } = await remove(entity.id)
  await newEntity(agency, 'punto', 'b', { placeId: 'P9' })
  const { status, body } = await undo(headers.get('service-change-id'))
  expect([status, body.detail]).toEqual([409, 'Something that was added since has taken its place.'])
})

test('what was deleted before is not deleted again, nor brought back by undo', async () => {
  const { gion, shrine } = await newJapan(agency)
  await remove(shrine.id)
  const first = await read(shrine.id)
  const { headers, body } = await remove(gion.id)
  expect(body.deletedIds).toEqual([gion.id])
  await undo(headers.get('service-change-id'))
  expect(await read(shrine.id)).toEqual(first)
  expect((await remove(shrine.id)).body.code).toBe('not_found')
})

test('an entry that changed since it was read is not deleted', async () => {
  const entity = await newEntity(agency, 'punto', 'a')
  await agency.api(`PATCH /v1/catalog/entities/${entity.id}`, { body: { name: 'b' } })
  expect((await remove(entity.id, { expectedUpdatedAt: entity.updatedAt })).body.code).toBe('stale_write')
  expect(await deletedAmong([entity])).toEqual([])
})
