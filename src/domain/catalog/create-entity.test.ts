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

const NO_ID = '01890000-0000-7000-8000-000000000001'
const create = (body: object, api = agency.api) => api('POST /v1/catalog/entities', { body })
const undo = (changeId: string | null) => agency.api(`POST /v1/changes/${changeId}/revert`)

test('an entry has every member, those that nobody gave empty', async () => {
  const { status, headers, body } = await create({ kind: 'punto', name: 'Kinkaku-ji' })
  expect([status, headers.get('service-change-id')]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  const nowhere = {
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
  expect(body).toEqual({
    ...{
      object: 'catalog_entity',
      id: body.id,
      kind: 'punto',
      name: 'Kinkaku-ji',
      placeId: '',
      cityKey: '',
      externalId: '',
      place: nowhere,
    },
    ...{ images: [], tags: [], origin: 'api', content: {}, updatedAt: body.updatedAt, deletedAt: null },
  })
})

test('it keeps what was said of it, with tags and country as they are written here', async () => {
  const place = { lat: 35.0394, lng: 135.7292, city: 'Kioto', region: 'Kansai', countryCode: 'jp', formattedAddress: 'Kinkakujicho 1' }
  const content = { summary: 'El Pabellón Dorado', highlights: ['El estanque'], features: ['imprescindible'], stars: 5, priceFrom: '12.50' }
  const said = { externalId: 'civitatis:77', tags: [' Templos ', 'templos', 'Kioto'], origin: 'import', content }
  const { body } = await create({ kind: 'punto', name: 'Kinkaku-ji', place, ...said })
  expect(body).toMatchObject({ externalId: 'civitatis:77', tags: ['templos', 'kioto'], origin: 'import', content, cityKey: 'kioto-jp' })
  expect(body.place).toMatchObject({ ...place, countryCode: 'JP' })
})

test('an external place may be said at the entry or in its place, and not both ways', async () => {
  expect((await create({ kind: 'punto', name: 'a', placeId: 'one' })).body).toMatchObject({ placeId: 'one', place: { placeId: 'one' } })
  expect((await create({ kind: 'punto', name: 'a', place: { placeId: 'two' } })).body).toMatchObject({ placeId: 'two' })
  const { status, body } = await create({ kind: 'punto', name: 'a', placeId: 'three', place: { placeId: 'four' } })
  expect([status, body.errors]).toEqual([400, [{ path: 'placeId', message: 'is not what place.placeId says' }]])
})

test('places lie in a destino, products hang from a destino or punto, and nothing from a product', async () => {
  const { kyoto, shrine, ryokan } = await newJapan(agency)
  const allowed = { destino: [kyoto], punto: [kyoto], alojamiento: [kyoto, shrine], actividad: [kyoto, shrine], servicio: [kyoto, shrine] }
  for (const [kind, parents] of Object.entries(allowed))
    for (const parent of [kyoto, shrine, ryokan]) {
      const { status, body } = await create({ kind, name: 'x', place: { parentId: parent.id } })
      expect([kind, parent.kind, status]).toEqual([kind, parent.kind, parents.includes(parent) ? 201 : 400])
      if (status === 400) expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['place.parentId'])
    }
})

test('a destino is a city unless said, and a zone in a city; nothing else has a level', async () => {
  const { japan, kyoto, gion } = await newJapan(agency)
  expect([japan, kyoto, gion].map(({ place }) => place.level)).toEqual(['pais', 'ciudad', 'zona'])
  const inZone = await newEntity(agency, 'destino', 'Hanamikoji', { under: gion.id })
  expect(inZone.place.level).toBe('zona')
  const { status, body } = await create({ kind: 'punto', name: 'x', place: { level: 'zona' } })
  expect([status, body.errors]).toEqual([400, [{ path: 'place.level', message: 'is for a destino alone' }]])
})

test('a parent that is absent, deleted or of another agency is not found', async () => {
  const gone = await newEntity(agency, 'destino', 'Edo')
  await agency.api(`DELETE /v1/catalog/entities/${gone.id}`)
  const theirs = await newEntity(await world.newAgency(), 'destino', 'Osaka')
  for (const parentId of [NO_ID, gone.id, theirs.id]) {
    const { status, body } = await create({ kind: 'punto', name: 'x', place: { parentId } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})

test('half a spot on the map, an unknown country and a feature that is no key are refused', async () => {
  const bad = { place: { lat: 35, countryCode: 'JPN' }, content: { features: ['Wi-Fi gratis'] } }
  const { body } = await create({ kind: 'punto', name: 'x', ...bad })
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['place.countryCode', 'content.features[0]'])
  const { body: half } = await create({ kind: 'punto', name: 'x', place: { lat: 35 } })
  expect(half.errors).toEqual([{ path: 'place.lng', message: 'is required with lat' }])
})

test('an external place is that of one live entry of its kind', async () => {
  const gion = await newEntity(agency, 'destino', 'Gion', { placeId: 'ChIJ1' })
  const before = await world.written()
  const taken = await create({ kind: 'destino', name: 'Gion otra vez', placeId: 'ChIJ1' })
  expect([taken.status, taken.body.code, taken.body.detail]).toEqual([409, 'place_taken', `The place ChIJ1 is that of Gion (${gion.id}).`])
  expect(await world.written()).toEqual(before)

  expect((await create({ kind: 'punto', name: 'Gion', placeId: 'ChIJ1' })).status).toBe(201)
  expect((await create({ kind: 'destino', name: 'Gion', placeId: 'ChIJ1' }, (await world.newAgency()).api)).status).toBe(201)
  await agency.api(`DELETE /v1/catalog/entities/${gion.id}`)
  expect((await create({ kind: 'destino', name: 'Gion', placeId: 'ChIJ1' })).status).toBe(201)
})

test('of fifty that ask for the same external place at once, one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => create({ kind: 'punto', name: `x${n}`, placeId: 'ChIJ50' })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'place_taken')).toHaveLength(49)
  const { rows } = await world.admin.query(`select count(*)::int from catalog_entities where place_id = 'ChIJ50'`)
  expect(rows[0].count).toBe(1)
})

test('undoing it deletes the entry, for those who follow the catalog too; not while something hangs from it', async () => {
  const made = await create({ kind: 'destino', name: 'Nara' })
  const changeId = made.headers.get('service-change-id')
  const shrine = await create({ kind: 'punto', name: 'Kasuga-taisha', place: { parentId: made.body.id } })
  const refused = await undo(changeId)
  expect([refused.status, refused.body.detail]).toEqual([409, 'Something that was added since depends on it.'])

  await undo(shrine.headers.get('service-change-id'))
  expect((await undo(changeId)).status).toBe(200)
  const query = { updatedSince: shrine.body.updatedAt, sort: 'updatedAt', includeDeleted: 'true' }
  const { data } = (await agency.api('GET /v1/catalog/entities', { query })).body
  expect(data.map(({ name, deletedAt }: { name: string; deletedAt: string }) => [name, deletedAt !== null])).toEqual([
    ...[['Kasuga-taisha', true]],
    ['Nara', true],
  ])
})
