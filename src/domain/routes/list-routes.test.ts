import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const create = (body: object) => agency.api('POST /v1/catalog/routes', { body: { design: EXAMPLE_DESIGN, ...body } })
const found = async (query: Record<string, string>) =>
  (await agency.api('GET /v1/catalog/routes', { query })).body.data.map(({ title }: { title: string }) => title)

test('a word is found in the title first, then in tags and cities, then in the description', async () => {
  const elsewhere = { ...EXAMPLE_DESIGN, stops: [{ id: 'a', city: 'Sapporo', nights: 3, transferBefore: null }] }
  await create({ title: 'Nieve', design: elsewhere, description: 'No pasa por Hiroshima' })
  await create({ title: 'Clásico', tags: ['Otoño'] })
  await create({ title: 'Hiroshima y Miyajima', design: elsewhere })
  expect(await found({ q: 'hirosima' })).toEqual(['Hiroshima y Miyajima', 'Clásico', 'Nieve'])
  expect(await found({ tag: 'otoño' })).toEqual(['Clásico'])
  expect(await found({})).toEqual(['Hiroshima y Miyajima', 'Clásico', 'Nieve'])
})
