import type { FieldError } from '../../operations/problem.ts'
import type { BlockInput } from './block.ts'
import { isOverfull } from './block-limit.ts'
import { blockMistakes, completeData, dataMistakes, mergePatch } from './data.rules.ts'
import { type Batch, cannot, findBlock, OpRefusal, spotFor } from './op-place.rules.ts'
import { unwrap, wrap } from './op-section.rules.ts'
import type { Op, OpOf, Place } from './ops.ts'
import { addSnapshot, type Snapshot } from './snapshot.rules.ts'
import { addBlock, type Block, blockOf, childrenOf, indexOf, placeBlock, removeBlock, subtreeOf, type Tree } from './tree.rules.ts'

const MAX_MISTAKES = 100

/** Mistakes that can be told from the ops alone. */
export const opsMistakes = (ops: readonly Op[]): FieldError[] => insertMistakes(ops).take(MAX_MISTAKES).toArray()

function* insertMistakes(ops: readonly Op[]): Generator<FieldError> {
  for (const [index, op] of ops.entries()) if (op.op === 'insert') yield* blockMistakes(op.block as BlockInput, `ops[${index}].block`)
}

/** What the ops need to know about blocks that are there: the data of these, or of all. */
export const dataNeeded = (ops: readonly Op[]): 'all' | string[] =>
  ops.some(({ op }) => op === 'duplicate') ? 'all' : ops.flatMap((op) => (op.op === 'update' ? [op.block] : []))

export interface Applied {
  op: Op['op']
  /** What it made, changed, moved or took away; what it meant first. */
  blocks: Block[]
}

/**
 * Applies the ops to the tree, one after the other. Throws an `OpRefusal` at the first that can't. Goes no further with an
 * overfull tree, which nobody may write: copies of copies would fill the memory first.
 */
export function applyOps(
  tree: Tree,
  ops: readonly Op[],
  entries: ReadonlyMap<string, Snapshot>,
  entities: ReadonlyMap<string, Snapshot> = new Map(),
): Applied[] {
  const refs = new Map([...tree.blocks.values()].map(({ ref, id }) => [ref, id]))
  const batch: Batch = { tree, refs, named: new Map(), entries, entities }
  const applied: Applied[] = []
  for (const [index, op] of ops.entries()) {
    if (isOverfull(tree)) break
    applied.push(applyAt(index, batch, op))
  }
  return applied
}

function applyAt(index: number, batch: Batch, op: Op): Applied {
  try {
    const blocks = apply(batch, op)
    if ('as' in op && op.as !== undefined) giveName(batch, op.as, blocks[0] as Block)
    return { op: op.op, blocks }
  } catch (error) {
    if (!(error instanceof OpRefusal)) throw error
    throw new OpRefusal(error.errors.map(({ path, message }) => ({ path: `ops[${index}].${path}`, message })))
  }
}

function giveName({ named }: Batch, name: string, block: Block): void {
  if (named.has(name)) throw cannot('as', `an op before this one made a block named ${name}`)
  named.set(name, block.id)
}

function apply(batch: Batch, op: Op): Block[] {
  switch (op.op) {
    case 'insert':
      return insert(batch, op, toSnapshot(op.block as BlockInput))
    case 'insertFromLibrary':
      return insertFromLibrary(batch, op)
    case 'insertFromCatalog':
      return insertFromCatalog(batch, op)
    case 'update':
      return update(findBlock(batch, op.block, 'block'), op)
    case 'move':
      return move(batch, op)
    case 'remove':
      return remove(batch, op)
    case 'duplicate':
      return duplicate(batch, op)
    case 'wrap':
      return wrap(batch, op)
    case 'unwrap':
      return unwrap(batch, op)
  }
}

const everythingIn = (tree: Tree, id: string): Block[] => subtreeOf(tree, id).map((inside) => blockOf(tree, inside))

function insert(batch: Batch, place: Place, snapshot: Snapshot): Block[] {
  const { parentId, index } = spotFor(batch, place, snapshot.type)
  return everythingIn(batch.tree, addSnapshot(batch.tree, parentId, index, snapshot).id)
}

const toSnapshot = ({ type, visibility, data, layout, children }: BlockInput): Snapshot => ({
  ...{ type, visibility: visibility ?? 'traveler', data: completeData(data ?? {}), layout: layout ?? null },
  children: (children ?? []).map(toSnapshot),
})

function insertFromLibrary(batch: Batch, op: OpOf<'insertFromLibrary'>): Block[] {
  const entry = batch.entries.get(op.entryId)
  if (!entry) throw cannot('entryId', `there is no library entry ${op.entryId}`)
  return insert(batch, op, entry)
}

function insertFromCatalog(batch: Batch, op: OpOf<'insertFromCatalog'>): Block[] {
  const block = batch.entities.get(op.entityId.toLowerCase())
  if (!block) throw cannot('entityId', `there is no live catalog entry ${op.entityId}`)
  return insert(batch, op, block)
}

function update(block: Block, { data, layout, visibility }: OpOf<'update'>): Block[] {
  if (data !== undefined) {
    const merged = completeData(mergePatch(block.data, data) as Block['data'])
    const mistakes = dataMistakes(block.type, merged, 'data')
    if (mistakes.length > 0) throw new OpRefusal(mistakes)
    block.data = merged
  }
  if (layout !== undefined) block.layout = layout
  if (visibility !== undefined) block.visibility = visibility
  return [block]
}

function move(batch: Batch, op: OpOf<'move'>): Block[] {
  const block = findBlock(batch, op.block, 'block')
  const { parentId, index } = spotFor(batch, op, block.type, block)
  placeBlock(batch.tree, block.id, parentId, index)
  return [block]
}

function remove(batch: Batch, op: OpOf<'remove'>): Block[] {
  const gone = everythingIn(batch.tree, findBlock(batch, op.block, 'block').id)
  removeBlock(batch.tree, (gone[0] as Block).id)
  return gone
}

function duplicate(batch: Batch, op: OpOf<'duplicate'>): Block[] {
  const { tree } = batch
  const block = findBlock(batch, op.block, 'block')
  return everythingIn(tree, copy(tree, block, block.parentId, indexOf(tree, block.id) + 1).id)
}

/** What people made: the design knows nothing of a copy. */
function copy(tree: Tree, { id, type, data, visibility, layout }: Block, parentId: string | null, index: number): Block {
  const inside = [...childrenOf(tree, id)]
  const made = addBlock(tree, parentId, index, { type, data, visibility, layout })
  for (const [position, child] of inside.entries()) copy(tree, blockOf(tree, child), made.id, position)
  return made
}
