import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { completeDesign, type DesignInput } from '../../src/domain/design/index.ts'
import { layOut } from '../../src/domain/itinerary/index.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from '../../src/domain/trips/trip.ts'
import type { BenchCaller } from '../seed.ts'
import { openByHand } from './open-by-hand.ts'
import { COLUMNS, type TripRow } from './trip-row.ts'

export interface DesignedTrip {
  title: string
  startDate: string
  travelers: number
  design: DesignInput
}

const YEAR = new Date().getUTCFullYear()

interface Made {
  design: string
  syncedDesign: string
  blocks: { id: string; parent_id: string | null }[]
}

/** What a design comes to is known beforehand: a floor pays for writing it down and for nothing else. */
const known = new Map<number, Made>()

function madeOf({ design, startDate }: DesignedTrip): Made {
  let made = known.get(design.stops.length)
  if (!made) {
    const complete = completeDesign(design)
    const { tree, syncedDesign } = layOut(complete, startDate)
    const ranks = new Map<string, string>()
    for (const siblings of tree.children.values())
      for (const [place, id] of siblings.entries()) ranks.set(id, `a${String(place).padStart(4, '0')}z`)
    const blocks = [...tree.blocks.values()].map(({ parentId, ...block }, place) => ({
      ...{ ...block, parent_id: parentId },
      ...{ ref: `b${place + 1}`, rank: ranks.get(block.id) },
    }))
    made = { design: JSON.stringify(complete), syncedDesign, blocks }
    known.set(design.stops.length, made)
  }
  return made
}

/** The rows that our create writes, by a transaction that somebody wrote by hand: prepared statements, one after the other. */
export async function createDesignedByHand(
  client: pg.ClientBase,
  { agencyId, userId, keyId }: BenchCaller,
  body: DesignedTrip,
): Promise<TripRow> {
  const { design, syncedDesign, blocks } = madeOf(body)
  const tripId = randomUUIDv7()
  const writeId = randomUUIDv7()
  const ids = new Map(blocks.map(({ id }) => [id, randomUUIDv7()]))
  const rows = JSON.stringify(
    blocks.map((block) => ({ ...block, id: ids.get(block.id), parent_id: ids.get(block.parent_id ?? '') ?? null })),
  )
  const { at, code } = await openByHand(client, agencyId, YEAR)
  const trip = await client.query<TripRow>({
    name: 'designed trip',
    text: `insert into floor.trips (agency_id, id, code, title, start_date, end_date, travelers, owner_id, design, presentation, profile,
        metadata, public_token, synced_design, itinerary_version, itinerary_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5::date, $5::date + $6::int, $7, $8, $9, $10, $11, '{}', $12, $13, 1, $14, $14, $14) returning ${COLUMNS}`,
    values: [
      ...[agencyId, tripId, code, body.title, body.startDate],
      ...[
        body.design.stops.reduce((sum, { nights }) => sum + nights, 0),
        body.travelers,
        userId,
        design,
        EMPTY_PRESENTATION,
        EMPTY_PROFILE,
      ],
      ...[randomBytes(16).toString('base64url'), syncedDesign, at],
    ],
  })
  await client.query({
    name: 'refs',
    text: 'insert into floor.block_ref_counters values ($1, $2, $3)',
    values: [agencyId, tripId, blocks.length],
  })
  await client.query({
    name: 'blocks',
    text: `insert into floor.itinerary_blocks
        (agency_id, trip_id, created_at, updated_at, id, parent_id, rank, ref, type, visibility, data, layout, generated)
      select $1, $2, $3, $3, b.* from json_to_recordset($4) as b (
        id uuid, parent_id uuid, rank text, ref text, type text, visibility text, data jsonb, layout jsonb, generated jsonb)`,
    values: [agencyId, tripId, at, rows],
  })
  await client.query({
    name: 'captures',
    text: `insert into floor.captures (agency_id, at, write_id, table_name, row_id, trip_id, op)
      select $1, $2, $3, case when id = $4 then 'trips' else 'itinerary_blocks' end, id, $4, 'insert' from unnest($5::uuid[]) as id`,
    values: [agencyId, at, writeId, tripId, [tripId, ...ids.values()]],
  })
  await client.query({
    name: 'outbox',
    text: `insert into floor.outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
      select $1, $2, $3, type, 'trip', $4, $4, changed::text[] from (values ('trip.created', '{}'), ('trip.updated', '{itinerary}')) as e (type, changed)`,
    values: [agencyId, at, writeId, tripId],
  })
  await client.query({
    name: 'change',
    text: `insert into floor.changes (agency_id, id, user_id, key_id, operation_id, surface, status, trip_ids, row_count, created_at, updated_at)
      values ($1, $2, $3, $4, 'trips.create', 'rest', 'applied', array[$5::uuid], $6, $7, $7)`,
    values: [agencyId, writeId, userId, keyId, tripId, blocks.length + 1, at],
  })
  await client.query('commit')
  return trip.rows[0] as TripRow
}
