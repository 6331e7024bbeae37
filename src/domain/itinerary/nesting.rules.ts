import type { BlockType } from './block-types.ts'

/** Whether a block may stand in another; null is the root. Three levels at most follow from it, and that none is in itself. */
export function mayHold(container: BlockType | null, type: BlockType): boolean {
  if (container === null) return true
  if (container === 'section') return type !== 'section'
  return container === 'day' && type !== 'section' && type !== 'day'
}

export const isContent = (type: BlockType): boolean => type !== 'section' && type !== 'day'
