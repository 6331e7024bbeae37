import type { FieldError } from '../../operations/problem.ts'
import type { BlockType } from './block-types.ts'
import { mayHold } from './nesting.rules.ts'
import type { Place } from './ops.ts'
import type { Snapshot } from './snapshot.rules.ts'
import { type Block, blockOf, childrenOf, type Tree } from './tree.rules.ts'

/** Why an op can't apply, and where in it. */
export class OpRefusal extends Error {
  readonly errors: FieldError[]
  constructor(errors: FieldError[]) {
    super(errors[0]?.message)
    this.errors = errors
  }
}

export const cannot = (path: string, message: string): OpRefusal => new OpRefusal([{ path, message }])

/** What a caller is told of ops that can't apply. */
export const refusedOp = (errors: FieldError[]) => ({ detail: errors.map(({ path, message }) => `${path}: ${message}.`).join(' '), errors })

/** What the ops of one call work on. */
export interface Batch {
  tree: Tree
  /** Ids by ref, of what was there at the start. */
  refs: ReadonlyMap<string, string>
  /** Ids of what ops have made, by the names that they gave. */
  named: Map<string, string>
  entries: ReadonlyMap<string, Snapshot>
  /** Blocks about catalog entries. */
  entities: ReadonlyMap<string, Snapshot>
}

export function findBlock({ tree, refs, named }: Batch, name: string, path: string): Block {
  const block = tree.blocks.get(name) ?? tree.blocks.get(refs.get(name) ?? named.get(name) ?? '')
  if (block) return block
  throw cannot(path, name.startsWith('$') ? `no op before this one made a block named ${name}` : `there is no block ${name} here`)
}

/** Where something is to be put; `index` counts the siblings before it, without the block that is moving there. */
export interface Spot {
  parentId: string | null
  index: number
}

/** The spot that a place means, for a block of that type. */
export function spotFor(batch: Batch, place: Place, type: BlockType, moving?: Block): Spot {
  const spot = typeof place.position === 'object' ? besideSibling(batch, place, moving) : atAnEnd(batch, place, moving)
  const container = spot.parentId === null ? null : blockOf(batch.tree, spot.parentId).type
  if (!mayHold(container, type)) throw cannot('parent', `a ${container} can't hold a ${type}`)
  return spot
}

function atAnEnd(batch: Batch, { parent, position }: Place, moving?: Block): Spot {
  const parentId = parent == null ? null : findBlock(batch, parent, 'parent').id
  return { parentId, index: position === 'first' ? 0 : siblingsOf(batch.tree, parentId, moving).length }
}

function besideSibling(batch: Batch, { parent, position }: Place, moving?: Block): Spot {
  const [side, name] = Object.entries(position as object)[0] as ['before' | 'after', string]
  const { id, parentId } = findBlock(batch, name, `position.${side}`)
  if (id === moving?.id) throw cannot(`position.${side}`, 'is the block itself')
  const asked = parent === undefined ? parentId : parent === null ? null : findBlock(batch, parent, 'parent').id
  if (asked !== parentId) throw cannot(`position.${side}`, `${name} is not in that parent`)
  return { parentId, index: siblingsOf(batch.tree, parentId, moving).indexOf(id) + (side === 'after' ? 1 : 0) }
}

const siblingsOf = (tree: Tree, parentId: string | null, moving?: Block): string[] =>
  childrenOf(tree, parentId).filter((id) => id !== moving?.id)
