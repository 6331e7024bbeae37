import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { blockNamed, liveItinerary } from '../itinerary/index.ts'
import { type SavedBlock, savedBlock } from './entry.rules.ts'

/** A block of a live trip, by id or ref, as the library keeps it. */
export async function blockOfTrip(
  db: ReadDb,
  { tripId, blockId }: { tripId: string; blockId: string },
  refuse: Refuse<'not_found'>,
): Promise<SavedBlock> {
  const { tree } = await liveItinerary(db, tripId, refuse)
  const block = blockNamed(tree, blockId)
  if (!block) throw refuse('not_found', { detail: `The trip has no block ${blockId}.` })
  return savedBlock(tree, block.id)
}
