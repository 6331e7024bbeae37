import type pg from 'pg'

/** How many rows of each kind an agency's writes have left. */
export interface Written {
  trips: number
  changes: number
  captures: number
  outbox: number
  records: number
}

export async function written(admin: pg.Client, agencyId: string): Promise<Written> {
  const { rows } = await admin.query(
    `select
      (select count(*)::int from trips where agency_id = $1) as trips,
      (select count(*)::int from changes where agency_id = $1) as changes,
      (select count(*)::int from captures where agency_id = $1 and table_name = 'trips') as captures,
      -- told, or waiting to be: a process that works takes them out of the outbox
      (select count(*)::int from (select subject, agency_id from outbox union all select subject, agency_id from events) as told
        where agency_id = $1 and subject = 'trip') as outbox,
      (select count(*)::int from idempotency_records where agency_id = $1) as records`,
    [agencyId],
  )
  return rows[0]
}

/** Waits until no connection of a server is in the middle of something: what a dead process had begun is over then. */
export async function settled(admin: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      `select count(*)::int as busy from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' or xact_start is not null)`,
    )
    if (rows[0].busy === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
