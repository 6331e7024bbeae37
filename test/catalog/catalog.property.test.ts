import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../harness/world.ts'
import { catalogWrites, catalogWritesAndReverts } from './catalog-commands.ts'
import { catalogRun } from './catalog-run.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

test('whatever is made, moved, deleted, restored and undone, the tree is whole and what the model has', async () => {
  const sums = { done: 0, refused: 0, undone: 0, notUndone: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(catalogWritesAndReverts, { minLength: 20, maxLength: 60, size: 'max' }), async (commands) => {
      const run = catalogRun(await world.newAgency())
      for (const command of commands) {
        await run.play(command)
        await run.compare()
      }
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += run.counts[name]
    }),
    { seed: 20_261_121, numRuns: 20 },
  )
  expect(Math.min(...Object.values(sums))).toBeGreaterThan(30)
  expect(world.faults).toEqual([])
})

test('undoing backwards step by step always works, and leaves nothing live', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(catalogWrites, { minLength: 5, maxLength: 30, size: 'max' }), async (commands) => {
      const run = catalogRun(await world.newAgency())
      for (const command of commands) await run.play(command)
      for (const changeId of [...run.model.changes.keys()].reverse()) {
        expect(run.model.canUndo(changeId)).toBe(true)
        await run.revert(changeId)
        await run.compare()
      }
      expect([...run.model.rows.values()].filter(({ deleted }) => !deleted)).toEqual([])
    }),
    { seed: 20_261_122, numRuns: 10 },
  )
  expect(world.faults).toEqual([])
})
