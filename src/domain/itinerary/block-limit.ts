import type { Refuse } from '../../operations/problem.ts'
import type { Tree } from './tree.rules.ts'

export const MAX_BLOCKS = 2000

/** Undo may bring back more than the limit: then every write is welcome that makes it no worse. */
export const isOverfull = ({ blocks, before }: Tree): boolean => blocks.size > MAX_BLOCKS && blocks.size > before.size

export function refuseOverfull(tree: Tree, refuse: Refuse<'limit_reached'>): void {
  if (isOverfull(tree)) throw refuse('limit_reached', { detail: `An itinerary has at most ${MAX_BLOCKS} blocks.` })
}
