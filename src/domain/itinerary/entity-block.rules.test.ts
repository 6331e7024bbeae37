import { expect, test } from 'vitest'
import type { Entity } from '../catalog/index.ts'
import { dataMistakes } from './data.rules.ts'
import { blockOfEntity, entitiesNamed } from './entity-block.rules.ts'
import type { Op } from './ops.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const NOWHERE = {
  parentId: null,
  level: null,
  placeId: '',
  lat: null,
  lng: null,
  formattedAddress: '',
  countryCode: '',
  city: '',
  region: '',
}
const entity = (kind: Entity['kind'], rest: Partial<Entity> = {}): Entity => ({
  ...{ object: 'catalog_entity', id: ID, kind, name: 'x', placeId: '', cityKey: '', externalId: '', place: NOWHERE, images: [], tags: [] },
  ...{ origin: 'api', content: {}, updatedAt: '', deletedAt: null },
  ...rest,
})

test('an entry of which nothing is said becomes a block with its name', () => {
  expect(blockOfEntity(entity('punto'))).toEqual({
    ...{ type: 'place', visibility: 'traveler', data: { name: 'x', entityId: ID }, layout: null, children: [] },
  })
})

test.each(['destino', 'punto', 'alojamiento', 'actividad', 'servicio'] as const)(
  'whatever a %s says, its block is one that people could have written',
  (kind) => {
    const long = 'ñ'.repeat(500)
    const content = { description: '語'.repeat(6000), supplier: long, board: long, durationMinutes: 100_000 }
    const place = { ...NOWHERE, lat: 1, lng: 2, formattedAddress: long }
    const { type, data } = blockOfEntity(entity(kind, { content, place, name: 'ñ'.repeat(200) }))
    expect(dataMistakes(type, data, 'data')).toEqual([])
  },
)

test('entries are found in the data of blocks however deep, and in that of updates', () => {
  const place = (entityId: unknown) => ({ type: 'place', data: { name: 'x', entityId } })
  const ops = [
    { op: 'insert', block: { type: 'section', children: [{ type: 'divider' }, place('a')] } },
    { op: 'update', block: 'b1', data: { entityId: 'b' } },
    { op: 'update', block: 'b1', data: { entityId: null } },
    { op: 'update', block: 'b1', visibility: 'staff' },
    { op: 'insertFromCatalog', entityId: 'c' },
  ] as unknown as Op[]
  expect(entitiesNamed(ops)).toEqual([
    { path: 'ops[0].block.children[1].data.entityId', entityId: 'a' },
    { path: 'ops[1].data.entityId', entityId: 'b' },
  ])
})
