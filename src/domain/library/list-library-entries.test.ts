import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const ask = async (query: Record<string, string> = {}) => agency.api('GET /v1/library/entries', { query })
const titles = async (query: Record<string, string>) => (await ask(query)).body.data.map(({ title }: { title: string }) => title)

test('a row of the list tells what people look for, and leaves the block out', async () => {
  const { snapshot: _, ...entry } = await savedEntry(agency, note('Pasaporte'), { tags: ['Salida'] })
  const { data } = (await ask()).body
  expect(data.find(({ id }: { id: string }) => id === entry.id)).toEqual({ ...entry, object: 'library_entry_summary' })
})

test('the search ranks the title before the tags, forgives a wrong letter, and does not look into the block', async () => {
  await savedEntry(agency, note('Onsen'), { title: 'Antes de salir', tags: ['ryokan'] })
  await savedEntry(agency, note('Onsen'), { title: 'Normas del ryokan' })
  expect(await titles({ q: 'ryokna' })).toEqual(['Normas del ryokan', 'Antes de salir'])
  expect(await titles({ q: 'ryokan', tag: 'RYOKAN' })).toEqual(['Antes de salir'])
  expect(await titles({ q: 'onsen' })).toEqual([])
})

test('a cursor is refused with q', async () => {
  await savedEntry(agency)
  const { nextCursor } = (await ask({ limit: '1' })).body
  const { status, body } = await ask({ q: 'ryokan', cursor: nextCursor })
  expect([status, body.errors[0].path]).toEqual([400, 'cursor'])
})

test('to open an entry moves it nowhere in the list', async () => {
  const first = await savedEntry(agency, note('uno'))
  await savedEntry(agency, note('dos'))
  const before = (await ask()).body
  await agency.api(`POST /v1/library/entries/${first.id}/lease`)
  expect((await ask()).body).toEqual(before)
})
