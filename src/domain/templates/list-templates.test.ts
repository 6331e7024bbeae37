import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  tripId = (await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
})
afterAll(() => world.stop())

const save = async (body: object) => (await agency.api('POST /v1/trip-templates', { body: { tripId, ...body } })).body
const list = async (query: Record<string, string> = {}) => (await agency.api('GET /v1/trip-templates', { query })).body
const titles = async (query: Record<string, string>) => (await list(query)).data.map(({ title }: { title: string }) => title)

test('a row of the list tells what people look for, and leaves the content out', async () => {
  const { id, updatedAt } = await save({ title: 'Japón clásico', description: 'De Tokio a Osaka', tags: ['Japón'] })
  const { data } = await list()
  expect(data.find((row: { id: string }) => row.id === id)).toEqual({
    ...{ object: 'trip_template_summary', id, title: 'Japón clásico', description: 'De Tokio a Osaka', tags: ['japón'] },
    ...{ coverUrl: null, stopCount: 6, updatedAt },
  })
})

test('without q the most recently changed come first', async () => {
  const older = await save({ title: 'Orden: uno' })
  await save({ title: 'Orden: dos' })
  await agency.api(`PATCH /v1/trip-templates/${older.id}`, { body: { description: 'otra' } })
  expect((await titles({ limit: '2' })).join()).toBe('Orden: uno,Orden: dos')
})

test('a tag is found in whatever case it is asked for, and only whole', async () => {
  await save({ title: 'Boda', tags: ['Luna de Miel'] })
  expect(await titles({ tag: 'LUNA de miel ' })).toEqual(['Boda'])
  expect(await titles({ tag: 'luna' })).toEqual([])
})

test('a tag filter of 60 characters is taken, one of 61 is not; a q of 200, and not of 201', async () => {
  const status = async (query: Record<string, string>) => (await agency.api('GET /v1/trip-templates', { query })).status
  expect([await status({ tag: 'a'.repeat(60) }), await status({ tag: 'a'.repeat(61) })]).toEqual([200, 400])
  expect([await status({ q: 'a'.repeat(200) }), await status({ q: 'a'.repeat(201) })]).toEqual([200, 400])
})

test('updatedSince hides what is older, with q too', async () => {
  await save({ title: 'Nieve vieja' })
  const { updatedAt } = await save({ title: 'Nieve nueva' })
  expect(await titles({ updatedSince: updatedAt })).toEqual(['Nieve nueva'])
  expect(await titles({ updatedSince: updatedAt, q: 'nieve' })).toEqual(['Nieve nueva'])
})
