import type { WriteDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { liveTrip } from '../trips/index.ts'
import { type ContactRow, findContact } from './contact.queries.ts'

/** The contact of a live trip, or a refusal. */
export async function contactToWrite(db: WriteDb, tripId: string, refuse: Refuse<'not_found' | 'no_contact'>): Promise<ContactRow> {
  await liveTrip(db, tripId, refuse)
  const contact = await findContact(db, tripId)
  if (!contact) throw refuse('no_contact')
  return contact
}
