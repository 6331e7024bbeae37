import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from '../../src/domain/trips/trip.ts'
import type { BenchCaller } from '../seed.ts'
import type { BenchTrip } from '../trip-content.ts'
import { openByHand } from './open-by-hand.ts'
import { COLUMNS, type TripRow } from './trip-row.ts'

const YEAR = new Date().getUTCFullYear()

/** The rows that our create writes, by a transaction that somebody wrote by hand: prepared statements, one after the other. */
export async function createByHand(client: pg.ClientBase, { agencyId, userId, keyId }: BenchCaller, body: BenchTrip): Promise<TripRow> {
  const tripId = randomUUIDv7()
  const writeId = randomUUIDv7()
  const { at, code } = await openByHand(client, agencyId, YEAR)
  const trip = await client.query<TripRow>({
    name: 'trip',
    text: `insert into floor.trips (agency_id, id, code, title, start_date, end_date, travelers, owner_id, presentation, profile, metadata, public_token, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) returning ${COLUMNS}`,
    values: [
      ...[agencyId, tripId, code],
      ...[body.title, body.startDate, body.endDate, body.travelers, userId],
      ...[{ ...EMPTY_PRESENTATION, ...body.presentation }, { ...EMPTY_PROFILE, ...body.profile }, body.metadata],
      ...[randomBytes(16).toString('base64url'), at],
    ],
  })
  await client.query({
    name: 'capture',
    text: `insert into floor.captures (agency_id, at, write_id, table_name, row_id, trip_id, op) values ($1, $2, $3, 'trips', $4, $4, 'insert')`,
    values: [agencyId, at, writeId, tripId],
  })
  await client.query({
    name: 'outbox',
    text: `insert into floor.outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
      values ($1, $2, $3, 'trip.created', 'trip', $4, $4, '{}')`,
    values: [agencyId, at, writeId, tripId],
  })
  await client.query({
    name: 'change',
    text: `insert into floor.changes (agency_id, id, user_id, key_id, operation_id, surface, status, trip_ids, row_count, created_at, updated_at)
      values ($1, $2, $3, $4, 'trips.create', 'rest', 'applied', array[$5::uuid], 1, $6, $6)`,
    values: [agencyId, writeId, userId, keyId, tripId, at],
  })
  await client.query('commit')
  return trip.rows[0] as TripRow
}
