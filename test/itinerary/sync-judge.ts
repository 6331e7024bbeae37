import { expect } from 'vitest'
import { mayHold } from '../../src/domain/itinerary/nesting.rules.ts'
import { dayKey, type Plan } from '../../src/domain/itinerary/plan.rules.ts'
import { ancestorsOf, type Block, blockOf, childrenOf, type Tree } from '../../src/domain/itinerary/tree.rules.ts'
import { isSame } from '../../src/domain/itinerary/tree-changes.rules.ts'

/** What a sync promises, told of the tree before and the tree after. */
export function judgeSync(before: Tree, after: Tree, plan: Plan): void {
  expectWellFormed(after)
  expectPlanned(after, plan)
  const living = new Set(plan.days.map(({ stopId }) => stopId))
  for (const block of before.blocks.values()) {
    const is = after.blocks.get(block.id)
    if (block.generated === null) expectKept(before, after, block, living)
    else if ('made' in block.generated) expectWritingKept(block, is)
    if (is) expect(isHidden(after, is) || !isHidden(before, block)).toBe(true)
  }
  // nobody but the design makes anything
  for (const block of after.blocks.values()) expect(before.blocks.has(block.id) || block.generated !== null).toBe(true)
}

export function expectWellFormed(tree: Tree): void {
  const reached = reachedFrom(tree, null)
  expect(reached.length).toBe(tree.blocks.size)
  expect(new Set(reached).size).toBe(reached.length)
  for (const { type, parentId } of tree.blocks.values()) {
    expect(mayHold(parentId === null ? null : blockOf(tree, parentId).type, type)).toBe(true)
  }
}

const reachedFrom = (tree: Tree, parentId: string | null): string[] =>
  childrenOf(tree, parentId).flatMap((id) => [id, ...reachedFrom(tree, id)])

/** The days and pieces of the plan, each once, and in each container in its order. */
function expectPlanned(tree: Tree, { days }: Plan): void {
  const order = days.map(dayKey)
  const stands = new Map<string | null, string[]>()
  const pieces: string[] = []
  for (const id of reachedFrom(tree, null)) {
    const { generated, parentId } = blockOf(tree, id)
    if (generated?.as === 'day') {
      stands.set(parentId, [...(stands.get(parentId) ?? []), dayKey(generated)])
      expect(generated).toMatchObject({ date: days[order.indexOf(dayKey(generated))]?.date })
    } else if (generated?.as === 'lodging') pieces.push(`lodging ${generated.stopId}`)
    else if (generated?.as === 'transfer') pieces.push(`transfer ${generated.transferId}`)
  }
  expect([...stands.values()].flat().toSorted()).toEqual(order.toSorted())
  for (const keys of stands.values()) expect(keys).toEqual(order.filter((key) => keys.includes(key)))
  const planned = days.flatMap((day) =>
    day.pieces.map((piece) => (piece.as === 'lodging' ? `lodging ${piece.stopId}` : `transfer ${piece.transferId}`)),
  )
  expect(pieces.toSorted()).toEqual(planned.toSorted())
}

/** What people made is there and says what it said; in the days of its stop while the stop lives. */
function expectKept(before: Tree, after: Tree, block: Block, living: ReadonlySet<string>): void {
  const is = blockOf(after, block.id)
  expect(is).toMatchObject({ type: block.type, data: block.data, layout: block.layout, generated: null })
  if (is.visibility !== block.visibility) expect([is.visibility, isHidden(before, block)]).toEqual(['staff', true])
  const was = block.parentId === null ? null : blockOf(before, block.parentId)
  const container = is.parentId === null ? null : blockOf(after, is.parentId)
  if (was?.generated?.as !== 'day') expect(is.parentId).toBe(block.parentId)
  else if (living.has(was.generated.stopId)) expect(container?.generated).toMatchObject({ as: 'day', stopId: was.generated.stopId })
  else if (container?.id === was.id) expect(blockOf(after, container.parentId as string).generated).toEqual({ as: 'unassigned' })
  else expect(container?.generated).toEqual({ as: 'unassigned' })
}

/** What people wrote over something generated stays; only what nobody wrote in may go. */
function expectWritingKept(block: Block, is: Block | undefined): void {
  const { made } = block.generated as { made: Block['data'] }
  const names = [...new Set([...Object.keys(made), ...Object.keys(block.data)])]
  const written = names.filter((name) => !isSame(made[name], block.data[name]))
  if (!is) expect([written, block.layout, block.visibility]).toEqual([[], null, 'traveler'])
  else for (const name of written) expect(is.data[name]).toEqual(block.data[name])
}

const isHidden = (tree: Tree, block: Block): boolean =>
  [block, ...ancestorsOf(tree, block)].some(({ visibility }) => visibility === 'staff')
