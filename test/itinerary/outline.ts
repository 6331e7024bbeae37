import type { BlockData, BlockType } from '../../src/domain/itinerary/block-types.ts'
import { type Block, blockOf, childrenOf, type Tree, treeOf } from '../../src/domain/itinerary/tree.rules.ts'
import { ranksBetween } from '../../src/domain/ranks/index.ts'

type Planted = Pick<Block, 'type' | 'data'> & Partial<Pick<Block, 'visibility' | 'layout' | 'generated'>> & { children?: Planted[] }
type More = Partial<Omit<Planted, 'type' | 'children'>>

const planted =
  (type: BlockType, member: string) =>
  (label: string, ...inside: (Planted | More)[]): Planted => {
    const children = inside.filter((part): part is Planted => 'type' in part)
    const more: More = Object.assign({}, ...inside.filter((part) => !('type' in part)))
    return { type, ...more, data: { [member]: label, ...more.data }, children }
  }
export const section = planted('section', 'title')
export const day = planted('day', 'title')
export const note = planted('note', 'markdown')
export const lodging = planted('lodging', 'name')

/** A tree as it is read from the database: blocks have their labels as ids, and refs in the order of reading. */
export function treeWith(...blocks: Planted[]): Tree {
  const rows: Block[] = []
  const plant = (siblings: readonly Planted[], parentId: string | null) => {
    const ranks = ranksBetween(null, null, siblings.length)
    for (const [index, { children = [], ...block }] of siblings.entries()) {
      const id = labelOf(block.data)
      const placed = { id, ref: `b${rows.length + 1}`, parentId, rank: ranks[index] as string }
      rows.push({ visibility: 'traveler', layout: null, generated: null, ...block, ...placed })
      plant(children, id)
    }
  }
  plant(blocks, null)
  return treeOf(rows)
}

/** The tree in lines: `a(b, c(d))` is a with b and c in it, and d in c. */
export function outlineOf(tree: Tree, parentId: string | null = null): string {
  return childrenOf(tree, parentId)
    .map((id) => labelOf(blockOf(tree, id).data) + (childrenOf(tree, id).length > 0 ? `(${outlineOf(tree, id)})` : ''))
    .join(', ')
}

export const labelOf = ({ title, markdown, name, from, to, text }: BlockData): string =>
  String(title ?? markdown ?? name ?? text ?? (from === undefined ? '-' : `${from}→${to}`))
