import { canonical } from '../../operations/canonical.ts'
import type { BlockData } from './block-types.ts'
import { keepOrder } from './day-order.rules.ts'
import type { Generated } from './generated.ts'
import { dayKey, type Plan, type PlannedDay } from './plan.rules.ts'
import { addBlock, type Block, blockOf, childrenOf, indexOf, placeBlock, removeBlock, type Tree } from './tree.rules.ts'

export const UNASSIGNED_TITLE = 'Sin asignar'

type DayBlock = Block & { generated: Extract<Generated, { as: 'day' }> }
type PieceBlock = Block & { generated: Extract<Generated, { made: BlockData; on: string }> }

/**
 * Makes days, transfers and lodgings follow the plan. What people wrote moves with its stop and is never lost; what they
 * wrote over something generated stays as they wrote it.
 */
export function syncWithPlan(tree: Tree, plan: Plan): void {
  const days = new Map([...tree.blocks.values()].filter(isDay).map((day) => [dayKey(day.generated), day]))
  const pieces = new Map([...tree.blocks.values()].filter(isPiece).map((piece) => [pieceKey(piece.generated), piece]))
  const plannedDays = new Set(plan.days.map(dayKey))
  const plannedPieces = new Set(plan.days.flatMap((day) => day.pieces.map(pieceKey)))
  const going = [...days].filter(([key]) => !plannedDays.has(key)).map(([, day]) => day)
  const goingIds = new Set(going.map(({ id }) => id))

  const placed = placeDays(tree, plan, days)
  for (const [position, day] of plan.days.entries()) placePieces(tree, placed[position] as Block, day, pieces, goingIds)
  for (const [key, piece] of pieces) if (!plannedPieces.has(key)) letGo(tree, piece)
  const lastDays = new Map(plan.days.map(({ stopId }, position) => [stopId, placed[position] as Block]))
  for (const day of going) dissolve(tree, day, lastDays.get(day.generated.stopId))
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

/** Beside the days of its own stop, wherever people have put those; else after the day before it. */
function placeOfNewDay(tree: Tree, days: readonly PlannedDay[], position: number, blocks: readonly (Block | undefined)[]) {
  const before = blocks.findLast((block, other) => block !== undefined && other < position)
  const after = blocks.find((block, other) => block !== undefined && other > position)
  const isOfSameStop = (block: Block) => days[blocks.indexOf(block)]?.stopId === days[position]?.stopId
  if (before && (!after || isOfSameStop(before) || !isOfSameStop(after))) {
    return { parentId: before.parentId, index: indexOf(tree, before.id) + 1 }
  }
  if (after) return { parentId: after.parentId, index: indexOf(tree, after.id) }
  const root = childrenOf(tree, null)
  const unassigned = root.findIndex((id) => blockOf(tree, id).generated?.as === 'unassigned')
  return { parentId: null, index: unassigned < 0 ? root.length : unassigned }
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
      if (hasMoved) placeBlock(tree, block.id, day.id, head)
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
  if (!isSame(data, block.data)) block.data = data
  if (!isSame(generated, block.generated)) block.generated = generated
  return block
}

const isSame = (one: unknown, other: unknown): boolean => one === other || canonical(one) === canonical(other)

const isWrittenOver = ({ data, generated, layout, visibility }: Block): boolean =>
  !isSame(data, (generated as { made: BlockData }).made) || layout !== null || visibility !== 'traveler'

/** A transfer or lodging that the design has no more. */
function letGo(tree: Tree, piece: Block): void {
  if (isWrittenOver(piece)) piece.generated = null
  else removeBlock(tree, piece.id)
}

/** A day that the trip has no more: what is in it goes to its stop's last day, or, with the stop gone, to a section of its own. */
function dissolve(tree: Tree, day: Block, lastOfStop: Block | undefined): void {
  const keepsDay = isWrittenOver(day)
  if (lastOfStop || !keepsDay) {
    for (const id of [...childrenOf(tree, day.id)]) {
      const target = (lastOfStop ?? unassigned(tree)).id
      placeBlock(tree, id, target, childrenOf(tree, target).length)
    }
  }
  if (!keepsDay) removeBlock(tree, day.id)
  else {
    day.generated = null
    const { id } = unassigned(tree)
    placeBlock(tree, day.id, id, childrenOf(tree, id).length)
  }
}

const unassigned = (tree: Tree): Block =>
  [...tree.blocks.values()].find(({ generated }) => generated?.as === 'unassigned') ??
  addBlock(tree, null, childrenOf(tree, null).length, {
    type: 'section',
    data: { title: UNASSIGNED_TITLE },
    generated: { as: 'unassigned' },
  })
