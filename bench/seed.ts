import { randomUUIDv7 } from 'node:crypto'
import { openClient, openPool } from '../src/db/client.ts'
import type { Database } from '../src/db/database.ts'
import { operatorWrite } from '../src/db/operator-write.ts'
import { WRITER } from '../src/db/roles.ts'
import type { AgencyId } from '../src/db/tenant.ts'
import { insertAgency, openKey, openUser } from '../src/domain/accounts/index.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from '../src/domain/trips/trip.ts'
import { SCOPES } from '../src/operations/scopes.ts'
import { SEEDED_TRIPS } from './seeded-trips.ts'

const AGENCIES = 50
const TRIPS = 10_000
const NO_LIMIT = 1_000_000_000

export interface BenchCaller {
  agencyId: string
  userId: string
  keyId: string
  secret: string
  tripIds: string[]
}

/** Fifty agencies with a key each, whose limits are out of the way, and ten thousand trips spread over them. */
export async function seed(database: Database): Promise<BenchCaller[]> {
  const writer = openPool(database.writer, 1)
  const callers: Omit<BenchCaller, 'tripIds'>[] = []
  for (let number = 0; number < AGENCIES; number++) {
    const agencyId = randomUUIDv7() as AgencyId
    await insertAgency(writer, agencyId, `Agency ${number}`, NO_LIMIT, NO_LIMIT)
    callers.push(
      await operatorWrite(writer, agencyId, async (db) => {
        const { id: userId } = await openUser(db, { name: 'Ana Banco', email: `ana${number}@agency.example`, role: 'admin' })
        const { id: keyId, secret } = await openKey(db, userId, 'Bench key', [...SCOPES])
        return { agencyId, userId, keyId, secret }
      }),
    )
  }
  await writer.end()

  const owner = openClient(database.owner)
  await owner.connect()
  try {
    const tripIds = await seedTrips(owner, callers)
    await owner.query(FLOOR_TABLES)
    await owner.query('vacuum analyze')
    await owner.query('checkpoint')
    return callers.map((caller) => ({ ...caller, tripIds: tripIds.get(caller.agencyId) ?? [] }))
  } finally {
    await owner.end()
  }
}

async function seedTrips(owner: ReturnType<typeof openClient>, callers: Omit<BenchCaller, 'tripIds'>[]): Promise<Map<string, string[]>> {
  const contents = SEEDED_TRIPS.map((trip) => ({
    ...trip,
    presentation: { ...EMPTY_PRESENTATION, ...trip.presentation },
    profile: { ...EMPTY_PROFILE, ...trip.profile },
  }))
  // ten thousand captured rows are not what is measured
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query(
    `insert into trips (agency_id, id, code, title, start_date, end_date, travelers, owner_id, presentation, profile, metadata, design, public_token, created_at, updated_at)
    select agency_id, uuidv7(), 'B' || n, c->>'title', (c->>'startDate')::date, (c->>'endDate')::date, (c->>'travelers')::int, user_id,
      c->'presentation', c->'profile', c->'metadata', c->'design', left(replace(gen_random_uuid()::text, '-', ''), 22), at, at
    from generate_series(0, $1 - 1) as n
    cross join lateral (select (callers.value->>'agencyId')::uuid as agency_id, (callers.value->>'userId')::uuid as user_id
      from jsonb_array_elements($2::jsonb) with ordinality as callers (value, place) where place = n % $3 + 1) as caller
    cross join lateral (select $4::jsonb -> (n % jsonb_array_length($4::jsonb)) as c) as content
    cross join lateral (select date_trunc('milliseconds', now()) - interval '1 day' + n * interval '1 second' as at) as time
    returning agency_id, id`,
    [TRIPS, JSON.stringify(callers), callers.length, JSON.stringify(contents)],
  )
  await owner.query('set session_replication_role = origin')
  const tripIds = new Map<string, string[]>()
  for (const { agency_id, id } of rows) tripIds.set(agency_id, [...(tripIds.get(agency_id) ?? []), id])
  return tripIds
}

/** What the floors write into: tables of the same columns, checks and indexes, without triggers, walls and foreign keys. */
const FLOOR_TABLES = `
  create schema floor;
  create table floor.trips (like trips including all);
  -- what LIKE leaves out; without it a row is compressed into pieces, which ours is not
  alter table floor.trips set (toast_tuple_target = 8160);
  create table floor.trip_code_counters (like trip_code_counters including all);
  create table floor.itinerary_blocks (like itinerary_blocks including all);
  create table floor.block_ref_counters (like block_ref_counters including all);
  create table floor.agency_clock (like agency_clock including all);
  create table floor.captures (like captures including all);
  create table floor.changes (like changes including all);
  create table floor.outbox (like outbox including all);
  insert into floor.trips select * from trips;
  insert into floor.agency_clock select * from agency_clock;
  grant usage on schema floor to ${WRITER};
  grant select, insert, update on all tables in schema floor to ${WRITER};`
