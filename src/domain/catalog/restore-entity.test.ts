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

const remove = (id: string, confirm = '') => agency.api(`DELETE /v1/catalog/entities/${id}`, { query: { confirm } })
const restore = (id: string) => agency.api(`POST /v1/catalog/entities/${id}/restore`)
const read = async (id: string) => (await agency.api(`GET /v1/catalog/entities/${id}`)).body

test('an entry comes back with every deleted place that it lies in, and nothing that was below it', async () => {
  const { japan, kyoto, gion, shrine, ryokan } = await newJapan(agency)
  const temple = await newEntity(agency, 'punto', 'Kennin-ji', { under: gion.id })
  await remove(kyoto.id, 'Kioto')
  const { status, body } = await restore(gion.id)
  expect([status, body.restoredIds, body.deletedAt, body.name]).toEqual([200, [gion.id, kyoto.id], null, 'Gion'])
  expect([(await read(kyoto.id)).deletedAt, (await read(japan.id)).deletedAt]).toEqual([null, null])
  for (const { id } of [shrine, temple]) expect((await read(id)).deletedAt).not.toBeNull()
  // products were moved up, and stay there
  expect((await read(ryokan.id)).place.parentId).toBe(japan.id)
})

test('an entry that is live is answered as it is', async () => {
  const entity = await newEntity(agency, 'punto', 'a')
  const { status, body } = await restore(entity.id)
  expect([status, body]).toEqual([200, { ...entity, restoredIds: [] }])
})

test('undo deletes them again', async () => {
  const { kyoto, gion } = await newJapan(agency)
  await remove(kyoto.id, 'Kioto')
  const { headers } = await restore(gion.id)
  expect((await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)).status).toBe(200)
  for (const { id } of [kyoto, gion]) expect((await read(id)).deletedAt).not.toBeNull()
})

test('undo is refused when something was added below since', async () => {
  const zone = await newEntity(agency, 'destino', 'a')
  await remove(zone.id)
  const { headers } = await restore(zone.id)
  await newEntity(agency, 'punto', 'b', { under: zone.id })
  expect((await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)).body.code).toBe('not_revertible')
  expect((await read(zone.id)).deletedAt).toBeNull()
})

test('it is refused whole while another live entry holds its external place, or that of a place it lies in', async () => {
  const zone = await newEntity(agency, 'destino', 'a', { placeId: 'Z' })
  const spot = await newEntity(agency, 'punto', 'b', { under: zone.id, placeId: 'S' })
  await remove(zone.id, 'a')
  for (const [kind, placeId] of [
    ['punto', 'S'],
    ['destino', 'Z'],
  ] as const) {
    const holder = await newEntity(agency, kind, 'c', { placeId })
    const { status, body } = await restore(spot.id)
    expect([status, body.code]).toEqual([409, 'place_taken'])
    for (const { id } of [zone, spot]) expect((await read(id)).deletedAt).not.toBeNull()
    await remove(holder.id)
  }
  expect((await restore(spot.id)).body.restoredIds).toEqual([spot.id, zone.id])
})

test('two that hold the same external place can’t come back together', async () => {
  const outer = await newEntity(agency, 'destino', 'a')
  const inner = await newEntity(agency, 'destino', 'b', { under: outer.id, placeId: 'twice' })
  await remove(inner.id)
  await agency.api(`PATCH /v1/catalog/entities/${outer.id}`, { body: { placeId: 'twice' } })
  await remove(outer.id)
  expect((await restore(inner.id)).body.code).toBe('place_taken')
})
