import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('every agency begins with the same features, in their order, each with its own ids', async () => {
  const list = async (of: TestAgency) => (await of.api('GET /v1/catalog/features', { query: { limit: '100' } })).body.data
  const [mine, theirs] = [await list(agency), await list(await world.newAgency())]
  const shown = mine.map(({ key, name, kinds, icon }: Record<string, unknown>) => ({ key, name, kinds, icon }))
  expect(shown[0]).toEqual({ key: 'imprescindible', name: 'Imprescindible', kinds: ['destino', 'punto', 'actividad'], icon: 'star' })
  expect(new Set(shown.map(({ key }: { key: string }) => key)).size).toBe(shown.length)
  expect(theirs).toEqual(mine.map((feature: object, at: number) => ({ ...feature, id: theirs[at].id, createdAt: theirs[at].createdAt })))
  expect(theirs[0].id).not.toBe(mine[0].id)
})
