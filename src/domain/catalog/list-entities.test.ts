import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEntity, newJapan } from '../../../test/harness/catalog.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let japan: Awaited<ReturnType<typeof newJapan>>
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  japan = await newJapan(agency)
  const at = (lat: number, lng: number, city = '') => ({ lat, lng, city, countryCode: city && 'JP' })
  await newEntity(agency, 'punto', 'Fushimi Inari', {
    ...{ place: at(34.9671, 135.7727, 'Kioto'), tags: ['templos'], externalId: 'gyg:1' },
    content: { summary: 'Los mil torii', features: ['imprescindible', 'fotografia'] },
  })
  await newEntity(agency, 'punto', 'Kinkaku-ji', { place: at(35.0394, 135.7292, 'KIOTO'), tags: ['templos', 'oro'], origin: 'import' })
  await newEntity(agency, 'punto', 'Taveuni', { place: at(-16.8, 179.97) })
  await newEntity(agency, 'punto', 'Vanua Balavu', { place: at(-17.2, -178.95) })
  await newEntity(agency, 'punto', 'Polo Norte', { place: at(89.9, 10) })
})
afterAll(() => world.stop())

const ask = (query: Record<string, string>) => agency.api('GET /v1/catalog/entities', { query: { limit: '100', ...query } })
const names = async (query: Record<string, string>) => (await ask(query)).body.data.map(({ name }: { name: string }) => name)
const sorted = async (query: Record<string, string>) => (await names(query)).toSorted()

test('by kind, city, tag, feature, origin and outside id, and by several at once', async () => {
  expect(await sorted({ kind: 'destino' })).toEqual(['Gion', 'Japón', 'Kioto'])
  expect(await sorted({ cityKey: 'Kioto-JP' })).toEqual(['Fushimi Inari', 'Kinkaku-ji', 'Kioto'])
  expect(await sorted({ tag: 'Templos' })).toEqual(['Fushimi Inari', 'Kinkaku-ji'])
  expect(await sorted({ feature: 'fotografia' })).toEqual(['Fushimi Inari'])
  expect(await sorted({ origin: 'import' })).toEqual(['Kinkaku-ji'])
  expect(await sorted({ externalId: 'gyg:1' })).toEqual(['Fushimi Inari'])
  expect(await sorted({ tag: 'templos', origin: 'import', kind: 'punto' })).toEqual(['Kinkaku-ji'])
  expect(await sorted({ tag: 'templos', kind: 'destino' })).toEqual([])
})

test('what hangs from an entry itself, and what is below it however deep', async () => {
  const { kyoto, gion, ryokan } = japan
  expect(await sorted({ parentId: kyoto.id })).toEqual(['Gion', 'Guía en Kioto'])
  expect(await sorted({ under: kyoto.id })).toEqual(['Ceremonia del té', 'Gion', 'Guía en Kioto', 'Ryokan Gion', 'Yasaka-jinja'])
  expect(await sorted({ under: gion.id, kind: 'actividad' })).toEqual(['Ceremonia del té'])
  expect(await sorted({ under: ryokan.id })).toEqual([])
})

test('what is near a spot, as the crow flies', async () => {
  // 8.97 km from Fushimi Inari, as the great circle goes
  expect(await sorted({ near: '35.0394,135.7292,0.001' })).toEqual(['Kinkaku-ji'])
  expect(await sorted({ near: '35.0394,135.7292,8.9' })).toEqual(['Kinkaku-ji'])
  expect(await sorted({ near: '35.0394,135.7292,9' })).toEqual(['Fushimi Inari', 'Kinkaku-ji'])
  expect(await sorted({ near: '35.0394,135.7292,9', tag: 'oro' })).toEqual(['Kinkaku-ji'])
})

test('the date line and the poles are no edges', async () => {
  expect(await sorted({ near: '-17,180,150' })).toEqual(['Taveuni', 'Vanua Balavu'])
  expect(await sorted({ near: '-17,-179.9,150' })).toEqual(['Taveuni', 'Vanua Balavu'])
  expect(await sorted({ near: '89.9,-170,30' })).toEqual(['Polo Norte'])
  expect(await sorted({ near: '0,0,20100' })).toHaveLength(5)
})

test.each(['35', '35,135', '35,135,0', '91,0,5', '0,181,5', '35,135,20101', 'a,b,c', '35, 135, 5'])('near=%s is refused', async (near) => {
  const { status, body } = await ask({ near })
  expect([status, body.errors.every(({ path }: { path: string }) => path === 'near')]).toEqual([400, true])
})

test('a word is found in the name first, then tags and city, then what is said, with its mistakes forgiven', async () => {
  // two names with the word rank alike: the one that was changed last comes first
  expect(await names({ q: 'kioto' })).toEqual(['Guía en Kioto', 'Kioto', 'Kinkaku-ji', 'Fushimi Inari'])
  expect(await names({ q: 'fushmi' })).toEqual(['Fushimi Inari'])
  expect(await names({ q: 'torii' })).toEqual(['Fushimi Inari'])
  expect(await names({ q: 'kioto', kind: 'punto' })).toEqual(['Kinkaku-ji', 'Fushimi Inari'])
})

test('the best matches have an order of their own: sort and cursor are refused with q', async () => {
  const { body } = await ask({ q: 'kioto', sort: 'updatedAt' })
  expect(body.errors).toEqual([{ path: 'sort', message: 'is not taken with q, which answers the best match first' }])
})

test('whoever follows with includeDeleted misses neither a delete, a move up, nor a restore', async () => {
  const other = await world.newAgency()
  const { kyoto, gion, shrine, ryokan, tea, guide } = await newJapan(other)
  const follow = async (updatedSince: string) => {
    const query = { updatedSince, sort: 'updatedAt', includeDeleted: 'true', limit: '100' }
    const { data } = (await other.api('GET /v1/catalog/entities', { query })).body
    return { names: data.map(({ name }: { name: string }) => name).toSorted(), last: data.at(-1).updatedAt }
  }
  const { last } = await follow('2020-01-01T00:00:00Z')
  await other.api(`DELETE /v1/catalog/entities/${kyoto.id}`, { query: { confirm: 'Kioto' } })
  const told = await follow(last)
  expect(told.names).toEqual([kyoto, gion, shrine, ryokan, tea, guide].map(({ name }) => name).toSorted())
  await other.api(`POST /v1/catalog/entities/${gion.id}/restore`)
  const { names: restored } = await follow(new Date(Date.parse(told.last) + 1).toISOString())
  expect(restored).toEqual(['Gion', 'Kioto'])
  const live = (await other.api('GET /v1/catalog/entities', { query: { updatedSince: last } })).body.data
  expect(live.map(({ name }: { name: string }) => name)).not.toContain('Yasaka-jinja')
})
