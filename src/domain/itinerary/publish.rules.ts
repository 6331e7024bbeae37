import { isContent } from './nesting.rules.ts'
import { wrapInSection } from './op-section.rules.ts'
import { blockOf, childrenOf, placeBlock, type Tree } from './tree.rules.ts'

const GENERAL_TITLE = 'General'

/** Moves loose blocks at the root into one section, the same at each publication unless people hid it; answers how many. */
export function adoptLooseBlocks(tree: Tree): number {
  const root = childrenOf(tree, null).map((id) => blockOf(tree, id))
  const loose = root.filter(({ type }) => isContent(type))
  const general = root.find(({ generated, visibility }) => generated?.as === 'general' && visibility === 'traveler')
  if (general) for (const { id } of loose) placeBlock(tree, id, general.id, childrenOf(tree, general.id).length)
  else if (loose.length > 0) wrapInSection(tree, loose, { type: 'section', data: { title: GENERAL_TITLE }, generated: { as: 'general' } })
  return loose.length
}
