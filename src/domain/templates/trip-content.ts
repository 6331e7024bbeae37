import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findItinerary } from '../itinerary/index.ts'
import { liveTrip, type Trip, toTrip } from '../trips/index.ts'
import { contentOf, type TemplateContent } from './content.rules.ts'

/** What a template keeps of a trip, which has to have a design; and the trip. */
export async function contentOfTrip(
  db: ReadDb,
  tripId: string,
  baseUrl: string,
  refuse: Refuse<'not_found' | 'trip_has_no_design'>,
): Promise<{ trip: Trip; content: TemplateContent }> {
  const trip = toTrip(await liveTrip(db, tripId, refuse), baseUrl)
  if (!trip.design) throw refuse('trip_has_no_design')
  return { trip, content: contentOf(trip, trip.design, await findItinerary(db, trip.id)) }
}
