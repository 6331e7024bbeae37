import { canonical } from '../../operations/canonical.ts'
import { ranksBetween } from '../ranks/index.ts'
import { type Block, blockOf, type Tree } from './tree.rules.ts'

export interface TreeChanges {
  /** Parents before what is in them. */
  inserted: Block[]
  /** Other parent or other place. */
  moved: Block[]
  /** Other content. */
  edited: Block[]
  removed: string[]
}

/** What has to be written, with ranks for what has a new place. */
export function changesOf(tree: Tree): TreeChanges {
  for (const siblings of tree.children.values()) giveRanks(siblings.map((id) => blockOf(tree, id)))
  const inserted: Block[] = []
  const moved: Block[] = []
  const edited: Block[] = []
  for (const block of tree.blocks.values()) {
    const was = tree.before.get(block.id)
    if (!was) inserted.push(block)
    else {
      if (was.rank !== block.rank || was.parentId !== block.parentId) moved.push(block)
      if (isEdited(was, block)) edited.push(block)
    }
  }
  return { inserted, moved, edited, removed: [...tree.before.keys()].filter((id) => !tree.blocks.has(id)) }
}

/** Content is replaced, never written into; what was replaced by the like of it is as it was. */
const isEdited = (was: Block, is: Block): boolean =>
  was.visibility !== is.visibility || (['data', 'layout', 'generated'] as const).some((member) => !isSame(was[member], is[member]))

/** In whatever order the members of objects come: the database has one of its own. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || canonical(one) === canonical(other)

function giveRanks(siblings: Block[]): void {
  for (let index = 0; index < siblings.length; index++) {
    if (siblings[index]?.rank !== null) continue
    let end = index
    while (siblings[end]?.rank === null) end++
    const ranks = ranksBetween(siblings[index - 1]?.rank ?? null, siblings[end]?.rank ?? null, end - index)
    for (const rank of ranks) (siblings[index++] as Block).rank = rank
  }
}
