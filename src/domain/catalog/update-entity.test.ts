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

const change = (id: string, body: object, query = {}) => agency.api(`PATCH /v1/catalog/entities/${id}`, { body, query })
const read = async (id: string) => (await agency.api(`GET /v1/catalog/entities/${id}`)).body
const move = (id: string, parentId: string | null) => change(id, { place: { parentId } })

test('absent members stay; place and content merge by member, null takes one away, tags are replaced', async () => {
  const place = { city: 'Kioto', countryCode: 'JP', lat: 35, lng: 135 }
  const entity = await newEntity(agency, 'punto', 'Ginkaku-ji', { place, tags: ['templos'], content: { summary: 'a', stars: 3 } })
  const { status, body } = await change(entity.id, { place: { city: 'Ōtsu' }, tags: ['Plata'], content: { stars: null, phone: '+81 75' } })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...entity,
    ...{ place: { ...entity.place, city: 'Ōtsu' }, cityKey: 'otsu-jp', tags: ['plata'], content: { summary: 'a', phone: '+81 75' } },
    updatedAt: body.updatedAt,
  })
  expect(body.updatedAt > entity.updatedAt).toBe(true)
})

test('what changes nothing leaves updatedAt alone', async () => {
  const entity = await newEntity(agency, 'punto', 'Ryoan-ji', { tags: ['jardines'] })
  const same = { name: 'Ryoan-ji', tags: ['Jardines'], place: { city: '' }, content: { stars: null } }
  expect((await change(entity.id, same)).body).toEqual(entity)
})

test('what was decided on an older state is refused', async () => {
  const entity = await newEntity(agency, 'punto', 'Nijo')
  await change(entity.id, { name: 'Nijo-jo' })
  const { status, body } = await change(entity.id, { name: 'x', expectedUpdatedAt: entity.updatedAt })
  expect([status, body.code, (await read(entity.id)).name]).toEqual([409, 'stale_write', 'Nijo-jo'])
})

test('an entry moves with what is below it, and out of everything with null', async () => {
  const { japan, kyoto, gion, shrine } = await newJapan(agency)
  expect((await move(gion.id, japan.id)).body.place.parentId).toBe(japan.id)
  const under = async (id: string) => (await agency.api('GET /v1/catalog/entities', { query: { under: id } })).body.data
  const names = async (id: string) => (await under(id)).map(({ name }: { name: string }) => name).toSorted()
  expect(await names(kyoto.id)).toEqual(['Guía en Kioto'])
  expect((await read(shrine.id)).place.parentId).toBe(gion.id)
  expect((await move(gion.id, null)).body.place.parentId).toBeNull()
  expect(await names(japan.id)).toEqual(['Guía en Kioto', 'Kioto'])
})

test('an entry can’t move into itself or what is below it, nor below what it may not hang from', async () => {
  const { japan, kyoto, gion, shrine, ryokan } = await newJapan(agency)
  const before = await world.written()
  for (const [id, parent] of [
    [japan, japan],
    [japan, gion],
    [kyoto, gion],
    [gion, shrine],
    [shrine, ryokan],
  ]) {
    const { status, body } = await move(id.id, parent.id)
    expect([id.name, parent.name, status, body.errors?.[0]?.path]).toEqual([id.name, parent.name, 400, 'place.parentId'])
  }
  expect(await world.written()).toEqual(before)
})

test('of two moves at once that together would close a circle, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [one, other] = [await newEntity(agency, 'destino', 'a'), await newEntity(agency, 'destino', 'b')]
    const moves = await Promise.all([move(one.id, other.id), move(other.id, one.id)])
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 400])
  }
})

test('undoing a move that would close a circle by now is refused', async () => {
  const above = await newEntity(agency, 'destino', 'a')
  const inside = await newEntity(agency, 'destino', 'b', { under: above.id })
  const out = await move(inside.id, null)
  await move(above.id, inside.id)
  const { status, body } = await agency.api(`POST /v1/changes/${out.headers.get('service-change-id')}/revert`)
  expect([status, body.detail]).toEqual([409, 'Together with what was changed since, it would not be valid.'])
  expect([(await read(inside.id)).place.parentId, (await read(above.id)).place.parentId]).toEqual([null, inside.id])
})

test('undoing a move back into what was deleted since is refused', async () => {
  const zone = await newEntity(agency, 'destino', 'a')
  const place = await newEntity(agency, 'punto', 'b', { under: zone.id })
  const out = await move(place.id, null)
  await agency.api(`DELETE /v1/catalog/entities/${zone.id}`)
  expect((await agency.api(`POST /v1/changes/${out.headers.get('service-change-id')}/revert`)).body.code).toBe('not_revertible')
  expect((await read(place.id)).place.parentId).toBeNull()
})

test('an external place that another live entry of the kind holds can’t be taken', async () => {
  await newEntity(agency, 'punto', 'a', { placeId: 'P1' })
  const other = await newEntity(agency, 'punto', 'b', { placeId: 'P2' })
  const { status, body } = await change(other.id, { placeId: 'P1' })
  expect([status, body.code, (await read(other.id)).placeId]).toEqual([409, 'place_taken', 'P2'])
  expect((await change(other.id, { placeId: '' })).body.placeId).toBe('')
})

test('a deleted entry is not changed', async () => {
  const entity = await newEntity(agency, 'punto', 'a')
  await agency.api(`DELETE /v1/catalog/entities/${entity.id}`)
  const { status, body } = await change(entity.id, { name: 'b' })
  expect([status, body.code, (await read(entity.id)).name]).toEqual([404, 'not_found', 'a'])
})
