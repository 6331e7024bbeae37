import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../harness/world.ts'
import { anything, undoable } from './trip-commands.ts'
import { tripRun } from './trip-run.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

/** An agency for each run: its lists hold nothing else. */
async function newRun() {
  const agency = await world.newAgency()
  return { agency, run: tripRun(agency, [agency.userId, await agency.newUser(), await agency.newUser()]) }
}

test('whatever is done and undone, a trip is what its log says, and a refused undo changes nothing', async () => {
  const reverts = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 8, maxLength: 30, size: 'max' }), async (commands) => {
      const { agency, run } = await newRun()
      for (const command of commands) {
        await run.play(command)
        await run.compare()
      }
      const { body } = await agency.api('GET /v1/changes', { query: { limit: '100' } })
      const told = body.data.map(({ id, status }: { id: string; status: string }) => [id, status])
      expect(new Map(told)).toEqual(new Map([...run.model.changes].map(([id, { undone }]) => [id, undone ? 'reverted' : 'applied'])))
      reverts.done += run.reverts.done
      reverts.refused += run.reverts.refused
    }),
    { seed: 20_260_926, numRuns: 16 },
  )
  expect(Math.min(reverts.done, reverts.refused)).toBeGreaterThan(30)
  expect(world.faults).toEqual([])
})

test('undoing backwards step by step always works, and leaves everything as it was at the start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(undoable, { minLength: 1, maxLength: 20, size: 'max' }), async (commands) => {
      const { agency, run } = await newRun()
      const first = await run.begin()
      for (const command of commands) await run.play(command)
      for (const changeId of [...run.model.changes.keys()].reverse()) {
        expect(run.model.canUndo(changeId)).toBe(true)
        await run.revert(changeId)
        await run.compare()
      }
      const { body } = await agency.api('GET /v1/trips')
      expect(body.data).toEqual([{ ...first, updatedAt: body.data[0]?.updatedAt }])
    }),
    { seed: 20_260_927, numRuns: 8 },
  )
})
