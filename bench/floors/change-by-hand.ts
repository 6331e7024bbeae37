import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { BenchCaller } from '../seed.ts'

export interface HandOp {
  op: 'update' | 'move'
  block: string
  data?: object
}

const copied = new Map<string, Promise<unknown>>()

/** The floor's tables have nothing of the trips that are made through the API: they are copied before the first change, out of the way of the floor's own codes. */
function copyOnce(reads: pg.Pool, client: pg.ClientBase, agencyId: string, tripId: string): Promise<unknown> {
  let copy = copied.get(tripId)
  if (!copy) {
    copy = (async () => {
      for (const table of ['trips', 'itinerary_blocks']) {
        const id = table === 'trips' ? 'id' : 'trip_id'
        const { rows } = await reads.query(
          `select to_jsonb(t) || '{"code": "copied"}' as row from ${table} t where agency_id = $1 and ${id} = $2`,
          [agencyId, tripId],
        )
        await client.query(
          `insert into floor.${table} select r.* from jsonb_populate_recordset(null::floor.${table}, $1) as r on conflict do nothing`,
          [JSON.stringify(rows.map(({ row }) => row))],
        )
      }
    })()
    copied.set(tripId, copy)
  }
  return copy
}

/** The rows that our batch of ops writes: two updates, what was there before into the log, and what every write leaves. */
export async function changeByHand(
  client: pg.ClientBase,
  reads: pg.Pool,
  { agencyId, userId, keyId }: BenchCaller,
  tripId: string,
  ops: HandOp[],
): Promise<object> {
  await copyOnce(reads, client, agencyId, tripId)
  const writeId = randomUUIDv7()
  await client.query('begin')
  const clock = await client.query({
    name: 'clock',
    text: `update floor.agency_clock set at = greatest(date_trunc('milliseconds', clock_timestamp()), at + interval '1 millisecond')
      where agency_id = $1 returning at`,
    values: [agencyId],
  })
  const { at } = clock.rows[0]
  const blocks: object[] = []
  for (const [kind, changed, rows] of [
    ['edit', 'data', ops.filter(({ op }) => op === 'update').map(({ block, data }) => ({ ref: block, data }))],
    [
      'move',
      'rank',
      ops.filter(({ op }) => op === 'move').map(({ block }, place) => ({ ref: block, rank: `a${randomUUIDv7()}${place}z` })),
    ],
  ] as const) {
    await client.query({
      name: `capture ${kind}`,
      text: `insert into floor.captures (agency_id, at, write_id, table_name, row_id, trip_id, op, old)
        select $1, $2, $3, 'itinerary_blocks', b.id, $4, 'update', jsonb_build_object('${changed}', b.${changed})
        from floor.itinerary_blocks b where b.agency_id = $1 and b.trip_id = $4 and b.ref = any($5)`,
      values: [agencyId, at, writeId, tripId, rows.map(({ ref }) => ref)],
    })
    const updated = await client.query({
      name: kind,
      text: `update floor.itinerary_blocks t set ${changed} = b.${changed}, updated_at = $3
        from json_to_recordset($4) as b (ref text, rank text, data jsonb)
        where t.agency_id = $1 and t.trip_id = $2 and t.ref = b.ref
        returning t.id, t.ref, t.type, t.visibility, t.data, t.layout, t.parent_id as "parentId"`,
      values: [agencyId, tripId, at, JSON.stringify(rows)],
    })
    blocks.push(...updated.rows)
  }
  const touched = await client.query({
    name: 'touch',
    text: `update floor.trips set updated_at = $3, itinerary_at = $3, itinerary_version = itinerary_version + 1
      where agency_id = $1 and id = $2 returning itinerary_version`,
    values: [agencyId, tripId, at],
  })
  await client.query({
    name: 'outbox change',
    text: `insert into floor.outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
      values ($1, $2, $3, 'trip.updated', 'trip', $4, $4, '{itinerary}')`,
    values: [agencyId, at, writeId, tripId],
  })
  await client.query({
    name: 'change of blocks',
    text: `insert into floor.changes (agency_id, id, user_id, key_id, operation_id, surface, status, trip_ids, row_count, created_at, updated_at)
      values ($1, $2, $3, $4, 'itinerary.change', 'rest', 'applied', array[$5::uuid], $6, $7, $7)`,
    values: [agencyId, writeId, userId, keyId, tripId, ops.length, at],
  })
  await client.query('commit')
  const results = ops.map(({ op, block }) => ({ op, refs: [block] }))
  return { object: 'itinerary_ops_result', tripId, version: touched.rows[0].itinerary_version, results, blocks }
}
