import type { BlockData } from './block-types.ts'
import { keepOrder } from './day-order.rules.ts'
import type { Generated } from './generated.ts'
import { dayKey, type Plan, type PlannedDay } from './plan.rules.ts'
import { addBlock, type Block, blockOf, carryBlock, childrenOf, indexOf, removeBlock, type Tree } from './tree.rules.ts'
import { isSame } from './tree-changes.rules.ts'

export const UNASSIGNED_TITLE = 'Sin asignar'

type DayBlock = Block & { generated: Extract<Generated, { as: 'day' }> }
type PieceBlock = Block & { generated: Extract<Generated, { made: BlockData; on: string }> }

/**
 * Makes days, transfers and lodgings follow the plan. What people wrote moves with its stop and is never lost; what they
 * wrote over something generated stays as they wrote it.
 */
export function syncWithPlan(tree: Tree, plan: Plan): void {
  const days = [...tree.blocks.values()].filter(isDay)
  const pieces = [...tree.blocks.values()].filter(isPiece)
  const plannedPieces = plan.days.flatMap((day) => day.pieces)
  const knownDays = firstOfEach(new Set(plan.days.map(dayKey)), days, ({ generated }) => dayKey(generated))
  const knownPieces = firstOfEach(new Set(plannedPieces.map(pieceKey)), pieces, ({ generated }) => pieceKey(generated))
  const staying = new Set<Block>([...knownDays.values(), ...knownPieces.values()])
  const going = days.filter((day) => !staying.has(day))
  const goingIds = new Set(going.map(({ id }) => id))

  const placed = placeDays(tree, plan, knownDays)
  for (const [position, day] of plan.days.entries()) placePieces(tree, placed[position] as Block, day, knownPieces, goingIds)
  for (const piece of pieces) if (!staying.has(piece)) letGo(tree, piece)
  const byKey = new Map(plan.days.map((day, position) => [dayKey(day), placed[position] as Block]))
  const lastDays = new Map(plan.days.map(({ stopId }, position) => [stopId, placed[position] as Block]))
  for (const day of going) dissolve(tree, day, byKey.get(dayKey(day.generated)) ?? lastDays.get(day.generated.stopId))
}

/** What is planned and there already, by its key: once, though undo may have brought back what a sync had made anew. */
function firstOfEach<B extends Block>(planned: ReadonlySet<string>, blocks: readonly B[], keyOf: (block: B) => string): Map<string, B> {
  const first = new Map<string, B>()
  for (const block of blocks) {
    const key = keyOf(block)
    if (planned.has(key) && !first.has(key)) first.set(key, block)
  }
  return first
}

const isDay = (block: Block): block is DayBlock => block.generated?.as === 'day'
const isPiece = (block: Block): block is PieceBlock => block.generated?.as === 'lodging' || block.generated?.as === 'transfer'
const pieceKey = (piece: { as: 'transfer'; transferId: string } | { as: 'lodging'; stopId: string }): string =>
  piece.as === 'transfer' ? `transfer ${piece.transferId}` : `lodging ${piece.stopId}`

/** The block of each planned day, in order. */
function placeDays(tree: Tree, { days }: Plan, known: ReadonlyMap<string, DayBlock>): Block[] {
  const blocks = days.map((day): Block | undefined => {
    const block = known.get(dayKey(day))
    return block && rewrite(block, generatedDay(day))
  })
  for (const [position, day] of days.entries()) {
    if (blocks[position]) continue
    const { parentId, index } = placeOfNewDay(tree, days, position, blocks)
    blocks[position] = addBlock(tree, parentId, index, { type: 'day', data: day.made, generated: generatedDay(day) })
  }
  keepOrder(tree, blocks as Block[])
  return blocks as Block[]
}

const generatedDay = ({ pieces: _, ...day }: PlannedDay): DayBlock['generated'] => ({ as: 'day', ...day })

/** Beside the days of its own stop, wherever people have put those; else after the day before it, or where days that go stood. */
function placeOfNewDay(tree: Tree, days: readonly PlannedDay[], position: number, blocks: readonly (Block | undefined)[]) {
  // every day before it has its block by now
  const before = blocks[position - 1]
  const isOfSameStop = (other: number) => days[other]?.stopId === days[position]?.stopId
  const next = before && isOfSameStop(position - 1) ? -1 : blocks.findIndex((block, other) => block !== undefined && other > position)
  const after = blocks[next]
  if (before && (!after || !isOfSameStop(next))) return { parentId: before.parentId, index: indexOf(tree, before.id) + 1 }
  if (after) return { parentId: after.parentId, index: indexOf(tree, after.id) }
  const root = childrenOf(tree, null)
  const behind = root.findIndex((id) => ['day', 'unassigned'].includes(blockOf(tree, id).generated?.as ?? ''))
  return { parentId: null, index: behind < 0 ? root.length : behind }
}

/** What is generated into a day stands at its head, in the order of the plan; where people have moved it, it stays. */
function placePieces(
  tree: Tree,
  day: Block,
  { pieces, ...key }: PlannedDay,
  known: ReadonlyMap<string, PieceBlock>,
  going: Set<string>,
): void {
  const on = dayKey(key)
  let head = 0
  for (const piece of pieces) {
    const generated = { ...piece, on }
    const block = known.get(pieceKey(piece))
    if (!block) addBlock(tree, day.id, head++, { type: piece.as, data: piece.made, generated })
    else {
      const hasMoved = block.generated.on !== on || going.has(block.parentId ?? '')
      rewrite(block, generated)
      if (hasMoved && block.parentId !== day.id) carryBlock(tree, block.id, day.id, head)
      if (block.parentId === day.id) head = indexOf(tree, block.id) + 1
    }
  }
}

/** Members that still are what the last sync made of them take the new value; what people wrote stays. */
function rewrite<B extends Block>(block: B, generated: Generated & { made: BlockData }): B {
  const was = (block.generated as { made: BlockData }).made
  const names = new Set([...Object.keys(was), ...Object.keys(generated.made)])
  const data = { ...block.data }
  for (const name of names) {
    if (!isSame(data[name], was[name])) continue
    if (generated.made[name] === undefined) delete data[name]
    else data[name] = generated.made[name]
  }
  block.data = data
  block.generated = generated
  return block
}

const isWrittenOver = ({ data, generated, layout, visibility }: Block): boolean =>
  !isSame(data, (generated as { made: BlockData }).made) || layout !== null || visibility !== 'traveler'

/** A transfer or lodging that the design has no more. */
function letGo(tree: Tree, piece: Block): void {
  if (isWrittenOver(piece)) piece.generated = null
  else removeBlock(tree, piece.id)
}

/** A day that the trip has no more: what is in it goes to a day of its stop, or, with the stop gone, to a section of its own. */
function dissolve(tree: Tree, day: Block, dayOfStop: Block | undefined): void {
  const keepsDay = isWrittenOver(day)
  if (dayOfStop || !keepsDay) for (const id of [...childrenOf(tree, day.id)]) append(tree, id, dayOfStop ?? unassigned(tree))
  if (!keepsDay) removeBlock(tree, day.id)
  else {
    day.generated = null
    append(tree, day.id, unassigned(tree))
  }
}

const append = (tree: Tree, id: string, { id: container }: Block): void =>
  carryBlock(tree, id, container, childrenOf(tree, container).length)

/** For planners to sort: what belongs to no stop of the trip is not shown to its travelers. */
const unassigned = (tree: Tree): Block =>
  [...tree.blocks.values()].find(({ generated }) => generated?.as === 'unassigned') ??
  addBlock(tree, null, childrenOf(tree, null).length, {
    ...{ type: 'section', data: { title: UNASSIGNED_TITLE }, visibility: 'staff' },
    generated: { as: 'unassigned' },
  })
