import { describe, expect, test } from 'vitest'
import { changedContent, cityKeyOf, entityMistakes, levelOf, mayHangFrom, newContent, twiceHeld } from './entity.rules.ts'
import { type EntityKind, KINDS, type NewEntity } from './entity.ts'

const entity = (body: Partial<NewEntity> = {}) => newContent({ kind: 'punto', name: 'Kioto', ...body })

test('places hang from a destino, products from any place, nothing from a product', () => {
  const allowed = KINDS.flatMap((kind) => KINDS.filter((parent) => mayHangFrom(kind, parent)).map((parent) => `${kind} < ${parent}`))
  expect(allowed).toEqual([
    ...['destino < destino', 'punto < destino', 'alojamiento < destino', 'alojamiento < punto'],
    ...['actividad < destino', 'actividad < punto', 'servicio < destino', 'servicio < punto'],
  ])
})

test.each<[EntityKind, object, string | null, string]>([
  ['punto', { city: 'Kioto', countryCode: 'JP' }, null, 'kioto-jp'],
  ['punto', { city: 'São Paulo', countryCode: 'br' }, null, 'sao-paulo-br'],
  ['punto', { city: ' L’Hospitalet de Llobregat ' }, null, 'l-hospitalet-de-llobregat'],
  ['punto', { countryCode: 'JP' }, null, ''],
  ['punto', { city: '京都', countryCode: 'JP' }, null, ''],
  ['destino', { countryCode: 'JP' }, 'ciudad', 'kioto-jp'],
  ['destino', { countryCode: 'JP', city: 'Uji' }, 'ciudad', 'uji-jp'],
  ['destino', { countryCode: 'JP' }, 'zona', ''],
])('the city of a %s with %j and the level %s is known as "%s"', (kind, place, level, key) => {
  const { place: whole, ...rest } = entity({ kind, place })
  expect(cityKeyOf({ ...rest, place: { ...whole, level: level as 'ciudad' } })).toBe(key)
})

test.each([
  ['destino', null, undefined, 'ciudad'],
  ['destino', null, { level: 'pais' }, 'ciudad'],
  ['destino', null, { level: 'ciudad' }, 'zona'],
  ['destino', null, { level: 'zona' }, 'zona'],
  ['destino', 'region', { level: 'ciudad' }, 'region'],
  ['punto', null, { level: 'ciudad' }, null],
] as const)('a %s that says %s below %j has the level %s', (kind, level, parent, is) => {
  expect(levelOf(entity({ kind, place: { level } }), parent)).toBe(is)
})

describe('a change', () => {
  const before = entity({ tags: ['a'], place: { city: 'Kioto', lat: 1, lng: 2 }, content: { summary: 's', stars: 2 } })
  test.each([
    ['nothing', {}, {}],
    ['a name', { name: 'Nara' }, { name: 'Nara' }],
    ['an external place, said at the entry', { placeId: 'p' }, { place: { ...before.place, placeId: 'p' } }],
    ['a spot taken away', { place: { lat: null, lng: null } }, { place: { ...before.place, lat: null, lng: null } }],
    ['content', { content: { summary: null, phone: '1' } }, { content: { stars: 2, phone: '1' } }],
    ['no tags', { tags: [] }, { tags: [] }],
  ])('of %s', (_, changes, differing) => {
    expect(changedContent(before, changes)).toEqual({ ...before, ...differing })
  })
})

test.each([
  [{ lat: 0, lng: 0 }, []],
  [{ lat: 0, lng: null }, ['place.lng']],
  [{ lng: 0 }, ['place.lat']],
  [{ level: 'zona' as const }, ['place.level']],
])('a punto with %j has its mistakes at %j', (place, paths) => {
  expect(entityMistakes(entity({ place }), { place }).map(({ path }) => path)).toEqual(paths)
})

test('two of a kind can’t hold one external place, and the empty one is none', () => {
  const held = (...pairs: [string, string][]) => twiceHeld(pairs.map(([kind, place_id]) => ({ kind, place_id })))
  expect(held(['destino', 'a'], ['punto', 'a'], ['destino', ''], ['destino', ''])).toBeUndefined()
  expect(held(['destino', 'a'], ['destino', 'b'], ['destino', 'a'])).toBe('a')
})
