import type { Static } from 'typebox'
import type { Block as BlockShape } from './block.ts'
import type { BlockType } from './block-types.ts'
import { type Block, blockOf, childrenOf, indexOf, type Tree } from './tree.rules.ts'

export type ShownBlock = Static<typeof BlockShape>

/** What a reader asked to see; nothing is everything. */
export interface Part {
  /** Levels, from the root. */
  depth?: number
  types?: readonly BlockType[]
  /** A date: its day alone. */
  day?: string
}

/** The blocks as callers see them, with those around what was asked for. */
export function shownTree(tree: Tree, part: Part = {}, parentId: string | null = null, level = 1): ShownBlock[] {
  if (part.depth !== undefined && level > part.depth) return []
  return childrenOf(tree, parentId).flatMap((id): ShownBlock[] => {
    const block = blockOf(tree, id)
    const isDay = part.day !== undefined && dateOf(block) === part.day
    const { day, ...whole } = part
    const children = shownTree(tree, isDay ? whole : part, id, level + 1)
    const isAsked = (part.types?.includes(block.type) ?? true) && (part.day === undefined || isDay)
    return isAsked || children.length > 0 ? [{ ...shownBlock(block), children: children as ShownBlock['children'] }] : []
  })
}

export const shownBlock = ({ id, ref, type, visibility, data, layout, generated }: Block) => ({
  ...{ id, ref, type, visibility },
  data: generated?.as === 'day' ? { ...data, stopId: generated.stopId, date: generated.date, dayNumber: generated.dayNumber } : data,
  layout,
})

const dateOf = ({ generated }: Block): string | null | undefined => (generated?.as === 'day' ? generated.date : undefined)

export const placedBlock = (tree: Tree, block: Block) => ({
  ...shownBlock(block),
  parentId: block.parentId,
  position: indexOf(tree, block.id),
})
