import type pg from 'pg'

/** How a hand-written transaction begins: its agency's turn and time, and the number of its trip in the year. */
export async function openByHand(client: pg.ClientBase, agencyId: string, year: number): Promise<{ at: string; code: string }> {
  await client.query('begin')
  const clock = await client.query({
    name: 'clock',
    text: `update floor.agency_clock set at = greatest(date_trunc('milliseconds', clock_timestamp()), at + interval '1 millisecond')
      where agency_id = $1 returning at`,
    values: [agencyId],
  })
  const counter = await client.query({
    name: 'counter',
    text: `insert into floor.trip_code_counters values ($1, $2, 1)
      on conflict (agency_id, year) do update set last = trip_code_counters.last + 1 returning last`,
    values: [agencyId, year],
  })
  return { at: clock.rows[0].at, code: `V${year % 100}-${String(counter.rows[0].last).padStart(4, '0')}` }
}
