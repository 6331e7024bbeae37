import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockWrites, blockWritesAndReverts } from './block-commands.ts'
import { blockOperations } from './block-operations.ts'
import { blockRun } from './block-run.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('whatever is written and undone, siblings keep their order, and no block is doubled, lost or out of reach', async () => {
  const reverts = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(blockWritesAndReverts, { minLength: 10, maxLength: 40, size: 'max' }), async (commands) => {
      const run = await blockRun(agency, world.admin)
      for (const command of commands) {
        await run.play(command)
        await run.compare()
      }
      reverts.done += run.reverts.done
      reverts.refused += run.reverts.refused
    }),
    { seed: 20_260_928, numRuns: 16 },
  )
  expect(Math.min(reverts.done, reverts.refused)).toBeGreaterThan(20)
  expect(world.faults).toEqual([])
})

test('undoing itinerary writes backwards always works, each step giving the order before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(blockWrites, { minLength: 1, maxLength: 25, size: 'max' }), async (commands) => {
      const run = await blockRun(agency, world.admin)
      for (const command of commands) await run.play(command)
      for (const changeId of [...run.model.changes.keys()].reverse()) {
        expect(run.model.canUndo(changeId)).toBe(true)
        await run.revert(changeId)
        await run.compare()
      }
      expect(run.model.rows.size).toBe(0)
    }),
    { seed: 20_260_929, numRuns: 8 },
  )
})
