import { randomUUIDv7 } from 'node:crypto'
import type { BlockData, BlockType, Layout, Visibility } from './block-types.ts'
import type { Generated } from './generated.ts'

/** A block as its row has it. */
export interface Block {
  readonly id: string
  /** Empty until the block is written. */
  ref: string
  readonly type: BlockType
  parentId: string | null
  /** Null where its place is new: ranks are given when the tree is written. */
  rank: string | null
  visibility: Visibility
  data: BlockData
  layout: Layout | null
  /** What the design made it, and what of it; null for what people made. */
  generated: Generated | null
}

/** The blocks of a trip while they are worked on, with what they were before. */
export interface Tree {
  readonly before: ReadonlyMap<string, Block>
  readonly blocks: Map<string, Block>
  /** Ids in order, by parent. */
  readonly children: Map<string | null, string[]>
}

/** `rows` come ordered by rank. */
export function treeOf(rows: readonly Block[]): Tree {
  const children = new Map<string | null, string[]>()
  for (const { id, parentId } of rows) childrenIn(children, parentId).push(id)
  return {
    before: new Map(rows.map((row) => [row.id, row])),
    blocks: new Map(rows.map((row) => [row.id, { ...row }])),
    children,
  }
}

const childrenIn = (children: Tree['children'], parentId: string | null): string[] => {
  let ids = children.get(parentId)
  if (!ids) {
    ids = []
    children.set(parentId, ids)
  }
  return ids
}

export const childrenOf = (tree: Tree, parentId: string | null): readonly string[] => tree.children.get(parentId) ?? []

/** A block that is there. */
export function blockOf(tree: Tree, id: string): Block {
  const block = tree.blocks.get(id)
  if (!block) throw new Error(`the tree has no block ${id}`)
  return block
}

/** The block and everything in it, each before what is in it. */
export const subtreeOf = (tree: Tree, id: string): string[] => [id, ...childrenOf(tree, id).flatMap((child) => subtreeOf(tree, child))]

/** Looked for from the end, where most is added. */
export const indexOf = (tree: Tree, id: string): number => childrenOf(tree, blockOf(tree, id).parentId).lastIndexOf(id)

export type NewBlock = Pick<Block, 'type' | 'data'> & Partial<Pick<Block, 'visibility' | 'layout' | 'generated'>>

export function addBlock(tree: Tree, parentId: string | null, index: number, block: NewBlock): Block {
  const added: Block = {
    visibility: 'traveler',
    layout: null,
    generated: null,
    ...block,
    id: randomUUIDv7(),
    ref: '',
    parentId,
    rank: null,
  }
  tree.blocks.set(added.id, added)
  childrenIn(tree.children, parentId).splice(index, 0, added.id)
  return added
}

/** Puts a block somewhere else; `index` counts the siblings that it comes after. One that is there already stays untouched. */
export function placeBlock(tree: Tree, id: string, parentId: string | null, index: number): void {
  const block = blockOf(tree, id)
  const siblings = childrenIn(tree.children, block.parentId)
  const from = siblings.indexOf(id)
  if (block.parentId === parentId && from === index) return
  siblings.splice(from, 1)
  childrenIn(tree.children, parentId).splice(index, 0, id)
  block.parentId = parentId
  block.rank = null
}

/** Puts a block somewhere else where nobody asked for just that: what travelers could not see, they don't see now. */
export function carryBlock(tree: Tree, id: string, parentId: string | null, index: number): void {
  const block = blockOf(tree, id)
  const wasHidden = isHidden(tree, block)
  placeBlock(tree, id, parentId, index)
  if (wasHidden && !isHidden(tree, block)) block.visibility = 'staff'
}

const isHidden = (tree: Tree, block: Block): boolean =>
  [block, ...ancestorsOf(tree, block)].some(({ visibility }) => visibility === 'staff')

/** Takes a block away, with everything in it; answers the ids. */
export function removeBlock(tree: Tree, id: string): string[] {
  const removed = subtreeOf(tree, id)
  const siblings = childrenIn(tree.children, blockOf(tree, id).parentId)
  siblings.splice(siblings.indexOf(id), 1)
  for (const gone of removed) {
    tree.blocks.delete(gone)
    tree.children.delete(gone)
  }
  return removed
}

/** By id or ref. */
export const blockNamed = (tree: Tree, name: string): Block | undefined =>
  tree.blocks.get(name) ?? [...tree.blocks.values()].find(({ ref }) => ref === name)

/** What a block is in, outermost first. */
export function ancestorsOf(tree: Tree, { parentId }: Block): Block[] {
  if (parentId === null) return []
  const parent = blockOf(tree, parentId)
  return [...ancestorsOf(tree, parent), parent]
}
