import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEntity } from '../../../test/harness/catalog.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { SCOPES } from '../../operations/scopes.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const NO_ID = '01890000-0000-7000-8000-000000000001'
const change = (tripId: string, ops: object[], api = agency.api) => api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
const blocks = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body.blocks
const insert = (entityId: string, rest = {}) => ({ op: 'insertFromCatalog', entityId, ...rest })
const remove = (id: string) => agency.api(`DELETE /v1/catalog/entities/${id}`)

test('a block about an entry carries its name, description and place, and names it', async () => {
  const place = { lat: 34.9671, lng: 135.7727, formattedAddress: 'Fushimi, Kioto', placeId: 'ChIJf' }
  const entity = await newEntity(agency, 'punto', 'Fushimi Inari', { place, content: { summary: 'Los mil torii' } })
  const { id } = await agency.newTrip()
  const { status, body } = await change(id, [
    { op: 'insert', block: { type: 'day', data: { title: 'Kioto' } }, as: '$day' },
    insert(entity.id, { parent: '$day', as: '$shrine' }),
    insert(entity.id.toUpperCase(), { position: 'first' }),
    { op: 'update', block: '$shrine', data: { startTime: '07:00' } },
  ])
  expect(status).toBe(200)
  const [loose, day] = await blocks(id)
  const data = { name: 'Fushimi Inari', entityId: entity.id, description: 'Los mil torii', place }
  expect([loose.type, loose.data, day.children[0].data]).toEqual(['place', data, { ...data, startTime: '07:00' }])
  expect(body.results.map(({ refs }: { refs: string[] }) => refs.length)).toEqual([1, 1, 1, 1])
})

test.each([
  ['destino', 'destination', {}],
  ['punto', 'place', {}],
  ['alojamiento', 'lodging', { board: 'desayuno' }],
  ['actividad', 'activity', { durationMinutes: 90 }],
  ['servicio', 'service', {}],
])('a %s becomes a block of the type %s, with what such a block carries', async (kind, type, own) => {
  const content = { description: '**d**', summary: 's', supplier: 'Mayorista', board: 'desayuno', durationMinutes: 90, stars: 4 }
  const entity = await newEntity(agency, kind, 'x', { content })
  const { id } = await agency.newTrip()
  expect((await change(id, [insert(entity.id)])).status).toBe(200)
  const [block] = await blocks(id)
  expect([block.type, block.data]).toEqual([type, { name: 'x', entityId: entity.id, description: '**d**', supplier: 'Mayorista', ...own }])
})

test('trips that use an entry keep showing it when it is changed or deleted', async () => {
  const entity = await newEntity(agency, 'punto', 'Gion')
  const { id } = await agency.newTrip()
  await change(id, [insert(entity.id)])
  const before = await blocks(id)
  await agency.api(`PATCH /v1/catalog/entities/${entity.id}`, { body: { name: 'Otro' } })
  await remove(entity.id)
  expect(await blocks(id)).toEqual(before)
  expect((await change(id, [{ op: 'duplicate', block: 'b1' }])).status).toBe(200)
})

test('an entry that is absent, deleted or of another agency refuses the whole call', async () => {
  const gone = await newEntity(agency, 'punto', 'a')
  await remove(gone.id)
  const theirs = await newEntity(await world.newAgency(), 'punto', 'b')
  const { id } = await agency.newTrip()
  for (const entityId of [NO_ID, gone.id, theirs.id]) {
    const { status, body } = await change(id, [{ op: 'insert', block: { type: 'divider' } }, insert(entityId)])
    expect([status, body.code, body.errors]).toEqual([
      ...[422, 'invalid_op'],
      [{ path: 'ops[1].entityId', message: `there is no live catalog entry ${entityId}` }],
    ])
  }
  expect(await blocks(id)).toEqual([])
})

test('what a block says it came from is, or was, an entry of the agency', async () => {
  const gone = await newEntity(agency, 'punto', 'a')
  await remove(gone.id)
  const theirs = await newEntity(await world.newAgency(), 'punto', 'b')
  const { id } = await agency.newTrip()
  const place = (entityId: string) => ({ type: 'place', data: { name: 'x', entityId } })
  expect((await change(id, [{ op: 'insert', block: place(gone.id) }])).status).toBe(200)
  const before = await blocks(id)
  const inDay = { type: 'day', data: { title: 'd' }, children: [place(gone.id), place(NO_ID)] }
  for (const [op, path] of [
    [{ op: 'insert', block: inDay }, 'ops[0].block.children[1].data.entityId'],
    [{ op: 'insert', block: place(theirs.id) }, 'ops[0].block.data.entityId'],
    [{ op: 'update', block: 'b1', data: { entityId: theirs.id } }, 'ops[0].data.entityId'],
    [{ op: 'update', block: 'b1', data: { entityId: 'b1' } }, 'ops[0].data.entityId'],
  ] as const) {
    const { status, body } = await change(id, [op])
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'invalid_op', path])
  }
  expect(await blocks(id)).toEqual(before)
})

test('it needs catalog:read', async () => {
  const entity = await newEntity(agency, 'punto', 'x')
  const { id } = await agency.newTrip()
  const { api } = await agency.newKey({ scopes: SCOPES.filter((scope) => scope !== 'catalog:read') })
  const { status, body } = await change(id, [insert(entity.id)], api)
  expect([status, body.missingScopes]).toEqual([403, ['catalog:read']])
})

test('undone, the block is gone and the entry stays', async () => {
  const entity = await newEntity(agency, 'punto', 'x')
  const { id } = await agency.newTrip()
  const { headers } = await change(id, [insert(entity.id)])
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect(await blocks(id)).toEqual([])
  expect((await agency.api(`GET /v1/catalog/entities/${entity.id}`)).body).toEqual(entity)
})
