import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findTrip, type TripRow } from './trip.queries.ts'

/** The trip, or a refusal: absent, archived and another agency's all look the same from outside. */
export async function liveTrip(db: ReadDb, tripId: string, refuse: Refuse<'not_found'>): Promise<TripRow> {
  const trip = await findTrip(db, tripId)
  if (!trip) throw refuse('not_found', { detail: `There is no trip ${tripId}.` })
  return trip
}
