import { sql } from 'kysely'
import { type Runs, rowsOf } from '../../db/query.ts'
import { type AgencyId, type WriteDb, writeTime } from '../../db/tenant.ts'

interface Due {
  agencyId: AgencyId
  tripIds: string[]
}

/**
 * Trips that ended longer ago than their agency keeps document numbers, and of which some are still there: of passengers, of
 * the contact, or in the log. What was written within a day waits, as long as a retry may be told what it was.
 */
export const findTripsToErase = (reader: Runs): Promise<Due[]> =>
  rowsOf(
    reader,
    sql<Due>`
      with holding as (
        select agency_id, trip_id from travelers where doc_number is not null and updated_at < now() - interval '24 hours'
        union
        select agency_id, id from trip_contacts where doc_number is not null and updated_at < now() - interval '24 hours'
        union
        select agency_id, trip_id from captures
        where table_name in ('travelers', 'trip_contacts') and at between now() - interval '31 days' and now() - interval '24 hours'
          and old ->> 'doc_number' is not null
      )
      select h.agency_id as "agencyId", array_agg(h.trip_id) as "tripIds"
      from holding h
      join agencies a on a.id = h.agency_id
      join trips t on t.agency_id = h.agency_id and t.id = h.trip_id
      where coalesce(t.end_date, t.start_date) + a.documents_kept_days < (now() at time zone a.time_zone)::date
      group by h.agency_id`,
  )

/** From the rows and from the log, so that no undo brings them back. */
export async function eraseDocumentNumbers(db: WriteDb, tripIds: readonly string[]): Promise<void> {
  const mine = sql`agency_id = ${db.agencyId} and doc_number is not null and updated_at < ${writeTime} - interval '24 hours'`
  const trips = sql`any(${[...tripIds]}::uuid[])`
  await db.rows(sql`
    update travelers set doc_number = null, docs_purged_at = ${writeTime}, updated_at = ${writeTime} where ${mine} and trip_id = ${trips}`)
  await db.rows(sql`update trip_contacts set doc_number = null, updated_at = ${writeTime} where ${mine} and id = ${trips}`)
  await db.rows(sql`select erase_logged_numbers(${[...tripIds]}::uuid[])`)
}

/** Agencies whose log tells of people what can't be undone any more. */
export const findAgenciesToForget = async (reader: Runs): Promise<AgencyId[]> =>
  (
    await rowsOf(
      reader,
      sql<{ id: AgencyId }>`
        select distinct agency_id as id from captures
        where table_name in ('travelers', 'trip_contacts', 'traveler_accounts') and at < now() - interval '30 days'`,
    )
  ).map(({ id }) => id)

export const forgetPeople = (db: WriteDb): Promise<unknown> => db.rows(sql`select forget_people(${writeTime} - interval '30 days')`)
