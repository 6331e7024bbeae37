import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OpRefusal } from '../../src/domain/itinerary/op-place.rules.ts'
import { applyOps } from '../../src/domain/itinerary/ops.rules.ts'
import type { Op } from '../../src/domain/itinerary/ops.ts'
import { planOf } from '../../src/domain/itinerary/plan.rules.ts'
import { syncWithPlan } from '../../src/domain/itinerary/sync.rules.ts'
import { type Block, blockOf, childrenOf, type Tree, treeOf } from '../../src/domain/itinerary/tree.rules.ts'
import { changesOf } from '../../src/domain/itinerary/tree-changes.rules.ts'
import { type DesignEdit, designEdit, edited, NO_ROUTE } from './design-edits.ts'
import type { Nested } from './nested-model.ts'
import { type OpCommand, opCommand, opOf } from './op-commands.ts'
import { judgeSync } from './sync-judge.ts'

type Step =
  | { do: 'op'; command: OpCommand }
  | { do: 'write'; block: number; member: number }
  | { do: 'edit'; change: DesignEdit }
  | { do: 'sync' }
  | { do: 'bringBack'; block: number }

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('op' as const), command: opCommand }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), block: fc.nat(999), member: fc.nat(99) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('edit' as const), change: designEdit }) },
    { weight: 3, arbitrary: fc.constant({ do: 'sync' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('bringBack' as const), block: fc.nat(999) }) },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
)

const nestedIn = (tree: Tree, parentId: string | null = null): Nested[] =>
  childrenOf(tree, parentId).map((id) => ({ ...blockOf(tree, id), key: id, children: nestedIn(tree, id) }))
const allIn = (blocks: readonly Nested[]): Nested[] => blocks.flatMap((block) => [block, ...allIn(block.children)])

/** Written and read again. */
function again(tree: Tree): Tree {
  changesOf(tree)
  const rows = [...tree.blocks.values()].map((block) => ({ ...block, ref: block.ref || `r${block.id}` }))
  return treeOf(rows.toSorted((one, other) => ((one.rank as string) < (other.rank as string) ? -1 : 1)))
}

function tryOp(tree: Tree, op: Op): void {
  try {
    applyOps(tree, [op], new Map())
  } catch (error) {
    if (!(error instanceof OpRefusal)) throw error
  }
}

/** People write over what is generated, or hide it. */
function writeOver(tree: Tree, block: number, member: number): void {
  const generated = [...tree.blocks.values()].filter(({ generated }) => generated !== null && 'made' in generated)
  const { id, type } = generated[block % Math.max(generated.length, 1)] ?? { id: '', type: 'day' }
  const name = { day: ['title', 'summary'], lodging: ['name', 'supplier', 'nights'], transfer: ['from', 'confirmationCode', 'departTime'] }[
    type as 'day'
  ]
  const data = [{ [name[0] as string]: 'written' }, { [name[1] as string]: 'written' }, { [name[2] ?? 'summary']: null }][member % 3]
  tryOp(tree, { op: 'update', block: id, ...(member % 7 === 0 ? { visibility: 'staff' } : { data }) } as Op)
}

/** As undo does with what somebody removed after a sync has made it anew. */
function bringBack(tree: Tree, block: number): void {
  const generated = [...tree.blocks.values()].filter(({ generated }) => generated !== null)
  const twin = generated[block % Math.max(generated.length, 1)]
  if (!twin) return
  const copy: Block = { ...twin, id: `twin ${tree.blocks.size} ${twin.id}`, ref: `t${tree.blocks.size}`, rank: null }
  tree.blocks.set(copy.id, copy)
  ;(tree.children.get(twin.parentId) as string[]).push(copy.id)
}

function play(list: readonly Step[], counts: { syncs: number; moved: number; removed: number }): void {
  let tree = treeOf([])
  let planned = NO_ROUTE
  for (const step of [...list, { do: 'sync' } as const]) {
    if (step.do === 'op') tryOp(tree, opOf(step.command, allIn(nestedIn(tree))) as Op)
    else if (step.do === 'write') writeOver(tree, step.block, step.member)
    else if (step.do === 'bringBack') bringBack(tree, step.block)
    else if (step.do === 'edit') planned = edited(planned, step.change)
    else {
      const before = again(tree)
      tree = again(tree)
      const plan = planOf(planned.design, planned.startDate)
      syncWithPlan(tree, plan)
      judgeSync(before, tree, plan)
      const { moved, removed } = changesOf(tree)
      counts.syncs++
      counts.moved += moved.length
      counts.removed += removed.length
      tree = again(tree)
      syncWithPlan(tree, plan)
      expect(changesOf(tree)).toEqual({ inserted: [], moved: [], edited: [], removed: [] })
    }
  }
}

test('whatever people write and however the route changes, a sync loses nothing, doubles nothing, and is done at once', () => {
  const counts = { syncs: 0, moved: 0, removed: 0 }
  fc.assert(
    fc.property(steps, (list) => play(list, counts)),
    { seed: 20_261_101, numRuns: 1000 },
  )
  expect([counts.syncs > 5000, counts.moved > 1000, counts.removed > 500]).toEqual([true, true, true])
})
