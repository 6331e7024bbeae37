import { sql } from 'kysely'
import { type Runs, rowsOf } from '../db/query.ts'

/** Agencies with something to publish: found by stepping from one to the next in the outbox, however much waits there. */
export async function agenciesWithNews(reader: Runs, now: Date): Promise<string[]> {
  const rows = await rowsOf(
    reader,
    sql<{ agency_id: string }>`
      with recursive agency (agency_id) as (
        (select agency_id from outbox order by agency_id limit 1)
        union all
        select (select o.agency_id from outbox o where o.agency_id > a.agency_id order by o.agency_id limit 1) from agency a
        where a.agency_id is not null
      )
      select agency_id from agency where agency_id is not null
      union
      select agency_id from event_groups where due_at <= ${now.toISOString()}::timestamptz`,
  )
  return rows.map(({ agency_id }) => agency_id)
}

/** Publishes for one agency; answers whether there is more. `scopes` says which scopes a subject asks for. */
export async function relayOutbox(writer: Runs, agencyId: string, now: Date, scopes: string): Promise<boolean> {
  const [row] = await rowsOf(
    writer,
    sql<{ more: boolean }>`select relay_outbox(${agencyId}, ${now.toISOString()}::timestamptz, ${scopes}::jsonb) as more`,
  )
  return row?.more === true
}
