import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf } from '../../src/domain/itinerary/plan.rules.ts'
import { type Block, type Tree, treeOf } from '../../src/domain/itinerary/tree.rules.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { designEdit, edited, NO_ROUTE, type Planned } from './design-edits.ts'
import type { Nested } from './nested-model.ts'
import { opCommand, opOf } from './op-commands.ts'
import { judgeSync } from './sync-judge.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

/** A round of work: people write, the route changes, and the itinerary follows. */
const round = fc.record({
  ops: fc.array(opCommand, { maxLength: 5 }),
  edits: fc.array(designEdit, { minLength: 1, maxLength: 3 }),
  isUndone: fc.boolean(),
})

const ROWS = `
  select id, ref, type, parent_id as "parentId", rank, visibility, data, layout, generated
  from itinerary_blocks where trip_id = $1 order by rank, id`
const treeIn = async (tripId: string): Promise<Tree> => treeOf((await world.admin.query(ROWS, [tripId])).rows as Block[])
const nested = ({ id, type, data, visibility }: Block): Nested => ({ key: id, type, data, visibility, children: [] })

test('through the service: a sync keeps its promises, its preview tells what it does, and undo brings everything back', async () => {
  const counts = { syncs: 0, undone: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 6, size: 'max' }), async (rounds) => {
      // a trip that has dates keeps some: undated ones are played on the rules alone
      let planned: Planned = edited(NO_ROUTE, { edit: 'add', stop: 1, other: 0, nights: 3 })
      const { id } = await agency.newTrip({ startDate: planned.startDate, design: planned.design })
      const path = `/v1/trips/${id}/itinerary`
      for (const { ops, edits, isUndone } of rounds) {
        for (const command of ops) {
          const op = opOf(command, [...(await treeIn(id)).blocks.values()].map(nested))
          expect([200, 422]).toContain((await agency.api(`POST ${path}/ops`, { body: { ops: [op] } })).status)
        }
        for (const change of edits) if (change.edit !== 'undate') planned = edited(planned, change)
        const { design, startDate } = planned
        expect((await agency.api(`PATCH /v1/trips/${id}`, { body: { design, startDate } })).status).toBe(200)

        const [before, seen] = [await treeIn(id), (await agency.api(`GET ${path}`)).body]
        const preview = await agency.api(`POST ${path}/sync`, { query: { dryRun: 'true' } })
        expect(await treeIn(id)).toEqual(before)
        const done = await agency.api(`POST ${path}/sync`)
        expect([done.status, preview.body.result]).toEqual([200, done.body])
        judgeSync(before, await treeIn(id), planOf(design, startDate))
        expect((await agency.api(`GET ${path}`)).body.syncedWithDesign).toBe(true)
        expect((await agency.api(`POST ${path}/sync`)).body).toMatchObject({ added: 0, updated: 0, removed: 0, moved: 0 })
        counts.syncs++
        if (!isUndone) continue
        const { status } = await agency.api(`POST /v1/changes/${done.headers.get('service-change-id')}/revert`)
        expect(status).toBe(200)
        const { blocks, syncedWithDesign } = (await agency.api(`GET ${path}`)).body
        expect([blocks, syncedWithDesign]).toEqual([seen.blocks, seen.syncedWithDesign])
        expect(await treeIn(id)).toEqual(before)
        counts.undone++
      }
    }),
    { seed: 20_261_102, numRuns: 15 },
  )
  expect([counts.syncs > 40, counts.undone > 10]).toEqual([true, true])
  expect(world.faults).toEqual([])
})
