import { isContent } from './nesting.rules.ts'
import { type Batch, cannot, findBlock } from './op-place.rules.ts'
import type { OpOf } from './ops.ts'
import {
  addBlock,
  type Block,
  blockOf,
  carryBlock,
  childrenOf,
  indexOf,
  type NewBlock,
  placeBlock,
  removeBlock,
  type Tree,
} from './tree.rules.ts'

export function wrap(batch: Batch, { blocks: names, title }: OpOf<'wrap'>): Block[] {
  const blocks = names.map((name, index) => {
    const path = `blocks[${index}]`
    const block = findBlock(batch, name, path)
    if (block.parentId !== null) throw cannot(path, 'is not at the root, where sections are')
    if (block.type === 'section') throw cannot(path, "a section can't hold a section")
    return block
  })
  return wrapInSection(batch.tree, blocks, { type: 'section', data: { title } })
}

/** Puts blocks of the root into a section of their own, where the first of them stands. */
export function wrapInSection(tree: Tree, blocks: readonly Block[], section: NewBlock): Block[] {
  const asked = new Set(blocks.map(({ id }) => id))
  const root = childrenOf(tree, null)
  const inOrder = root.filter((id) => asked.has(id))
  const made = addBlock(tree, null, root.indexOf(inOrder[0] as string), section)
  for (const [index, id] of inOrder.entries()) placeBlock(tree, id, made.id, index)
  return [made, ...inOrder.map((id) => blockOf(tree, id))]
}

export function unwrap(batch: Batch, op: OpOf<'unwrap'>): Block[] {
  const { tree } = batch
  const container = findBlock(batch, op.block, 'block')
  if (isContent(container.type)) throw cannot('block', `a ${container.type} holds nothing`)
  const freed = [...childrenOf(tree, container.id)]
  const behind = indexOf(tree, container.id) + 1
  for (const [offset, id] of freed.entries()) carryBlock(tree, id, container.parentId, behind + offset)
  removeBlock(tree, container.id)
  return [container, ...freed.map((id) => blockOf(tree, id))]
}
