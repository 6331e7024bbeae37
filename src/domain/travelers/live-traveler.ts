import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findTraveler, type TravelerRow } from './traveler.queries.ts'

/** The traveler, or a refusal: absent, of an archived trip and of another agency all look the same from outside. */
export async function liveTraveler(db: ReadDb, travelerId: string, refuse: Refuse<'not_found'>): Promise<TravelerRow> {
  const traveler = await findTraveler(db, travelerId)
  if (!traveler) throw refuse('not_found', { detail: `There is no traveler ${travelerId}.` })
  return traveler
}
