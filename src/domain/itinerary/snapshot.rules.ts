import type { BlockData, BlockType, Layout, Visibility } from './block-types.ts'
import type { Generated } from './generated.ts'
import { addBlock, type Block, blockOf, childrenOf, type Tree, treeOf } from './tree.rules.ts'

/** A block with everything in it and no ids: what templates and the library keep. */
export interface Snapshot {
  type: BlockType
  visibility: Visibility
  data: BlockData
  layout: Layout | null
  children: Snapshot[]
  /** Kept within the service, so that a trip made from a template can be synced. */
  generated?: Generated
}

export function snapshotOf(tree: Tree, id: string): Snapshot {
  const { type, visibility, data, layout, generated } = blockOf(tree, id)
  return {
    ...{ type, visibility, data: dataOfCopy(data), layout },
    children: childrenOf(tree, id).map((child) => snapshotOf(tree, child)),
    ...(generated && { generated }),
  }
}

/** What a copy out of a trip leaves behind: whose it was, its papers, and that it was booked. */
export function dataOfCopy({ travelerIds: _, documentIds: __, confirmationCode: ___, ...data }: BlockData): BlockData {
  return data.bookingStatus === undefined ? data : { ...data, bookingStatus: 'pendiente' }
}

/** As callers see it: what the design made of a block is not theirs. */
export const withoutOrigin = ({ generated: _, children, ...snapshot }: Snapshot): Omit<Snapshot, 'generated'> => ({
  ...snapshot,
  children: children.map(withoutOrigin),
})

/** Puts a snapshot into a tree, as blocks of its own; the block at its top is answered. */
export function addSnapshot(tree: Tree, parentId: string | null, index: number, { children, ...block }: Snapshot): Block {
  const added = addBlock(tree, parentId, index, { ...block, generated: block.generated ?? null })
  for (const [position, child] of children.entries()) addSnapshot(tree, added.id, position, child)
  return added
}

/** A whole itinerary, block by block of its root. */
export const snapshotsOf = (tree: Tree): Snapshot[] => childrenOf(tree, null).map((id) => snapshotOf(tree, id))

/** And an itinerary of its own made of it. */
export function treeFrom(snapshots: readonly Snapshot[]): Tree {
  const tree = treeOf([])
  for (const [index, snapshot] of snapshots.entries()) addSnapshot(tree, null, index, snapshot)
  return tree
}

/** The same blocks for another trip. */
export const copyTree = (tree: Tree): Tree => treeFrom(snapshotsOf(tree))
