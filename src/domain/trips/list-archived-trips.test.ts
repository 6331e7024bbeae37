import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let ids: string[]
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  ids = []
  for (const title of ['Uno', '100% dos', 'TRES', 'Cuatro', 'Vivo']) {
    ids.push((await agency.newTrip({ title })).id)
  }
  // not in the order of their making
  for (const index of [2, 0, 3, 1]) await agency.api(`DELETE /v1/trips/${ids[index]}`)
})
afterAll(() => world.stop())

const list = (query: Record<string, string> = {}) => agency.api('GET /v1/trips/archived', { query })
// biome-ignore lint/suspicious/noExplicitAny: rows of an answer
const idsOf = ({ body }: { body: any }): string[] => body.data.map(({ id }: { id: string }) => id)

test('the most recently archived comes first, and no live trip is among them', async () => {
  expect(idsOf(await list())).toEqual([ids[1], ids[3], ids[0], ids[2]])
})

test.each([
  ['tres', [2]],
  ['%', [1]],
  ['O', [3, 0, 1]],
  ['vivo', []],
])('q=%s is searched for as it stands', async (q, found) => {
  expect(idsOf(await list({ q })).toSorted()).toEqual(found.map((index) => ids[index]).toSorted())
})

test.each([
  [{ q: '' }, 'q'],
  [{ sort: 'updatedAt' }, 'sort'],
])('%j is refused', async (query, path) => {
  const { status, body } = await list(query as unknown as Record<string, string>)
  expect([status, body.errors[0].path]).toEqual([400, path])
})
