import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type Itinerary, seekItinerary } from './itinerary.queries.ts'

/** The itinerary of a live trip, or a refusal: absent, archived and another agency's all look the same from outside. */
export async function liveItinerary(
  db: ReadDb,
  tripId: string,
  refuse: Refuse<'not_found'>,
  data?: 'all' | readonly string[],
): Promise<Itinerary> {
  const itinerary = await seekItinerary(db, tripId, data)
  if (!itinerary) throw refuse('not_found', { detail: `There is no trip ${tripId}.` })
  return itinerary
}
