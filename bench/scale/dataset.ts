import type pg from 'pg'
import { openClient, openPool } from '../../src/db/client.ts'
import type { Database } from '../../src/db/database.ts'
import { operatorWrite } from '../../src/db/operator-write.ts'
import type { AgencyId } from '../../src/db/tenant.ts'
import { openKey } from '../../src/domain/accounts/index.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from '../../src/domain/trips/trip.ts'
import { SCOPES } from '../../src/operations/scopes.ts'
import { numbers } from '../numbers.ts'
import { DESIGN_VARIANTS, designNumbered, tripNumbered } from './content.ts'
import { sharesOf } from './shares.ts'

export interface Size {
  trips: number
  agencies: number
}

/** An agency of the data set, with a key that has every scope and no limit. */
export interface DatasetAgency {
  agencyId: string
  secret: string
  trips: number
}

export interface Dataset extends Size {
  /** The largest, one in the middle of the tail, and the smallest. */
  largest: DatasetAgency
  middle: DatasetAgency
  smallest: DatasetAgency
}

const BATCH = 10_000
const YEARS = 2
const ARCHIVED_OF = 20
const NO_LIMIT = 1_000_000_000

/**
 * Fills an empty database. The trips come as they do in life: of all agencies in turn, two years of them, half of them
 * changed later. Triggers are off for the load, and the indexes are made when it is over.
 */
export async function makeDataset(database: Database, size: Size, tell: (done: number) => void): Promise<Dataset> {
  const owner = openClient(database.owner)
  await owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
    const shares = sharesOf(size.trips, size.agencies)
    await makeAgencies(owner, shares)
    await withoutIndexes(owner, 'trips', () => makeTrips(owner, shares, tell))
    await owner.query(COUNTERS, [YEAR])
    await owner.query('set session_replication_role = origin')
    await owner.query('vacuum analyze')
    await owner.query('checkpoint')
    const agencies = await openDoors(owner, database, [0, Math.floor(size.agencies / 2), size.agencies - 1])
    const [largest, middle, smallest] = agencies as [DatasetAgency, DatasetAgency, DatasetAgency]
    return { ...size, largest, middle, smallest }
  } finally {
    await owner.end()
  }
}

const YEAR = new Date().getUTCFullYear()

/** Each with a clock and one person; `dataset_agencies` knows them by their number. */
async function makeAgencies(owner: pg.Client, shares: number[]): Promise<void> {
  await owner.query('create temp table dataset_agencies (number integer primary key, agency_id uuid, user_id uuid, given integer)')
  await owner.query('insert into dataset_agencies select n, uuidv7(), uuidv7(), 0 from generate_series(0, $1 - 1) as n', [shares.length])
  await owner.query(
    `insert into agencies (id, name, per_key_per_minute, per_agency_per_minute, created_at, updated_at)
    select agency_id, 'Viajes ' || number, $1, $1, now(), now() from dataset_agencies`,
    [NO_LIMIT],
  )
  await owner.query(`insert into agency_clock select agency_id, date_trunc('milliseconds', now()) from dataset_agencies`)
  await owner.query(
    `insert into users (agency_id, id, name, email, role, trip_deletion, traveler_deletion, created_at, updated_at)
    select agency_id, user_id, 'Ana ' || number, 'ana@agency.example', 'admin', 'agency', true, now(), now() from dataset_agencies`,
  )
}

async function makeTrips(owner: pg.Client, shares: number[], tell: (done: number) => void): Promise<void> {
  await owner.query('create temp table dataset_designs (number integer primary key, design jsonb)')
  const designs = Array.from({ length: DESIGN_VARIANTS }, (_, n) => designNumbered(n))
  await owner.query('insert into dataset_designs select n - 1, d from jsonb_array_elements($1::jsonb) with ordinality as t (d, n)', [
    JSON.stringify(designs),
  ])
  const turns = shuffled(Uint16Array.from(shares.flatMap((share, number) => Array(share).fill(number))))
  const given = new Uint32Array(shares.length)
  for (let from = 0; from < turns.length; from += BATCH) {
    const rows = Array.from(turns.subarray(from, from + BATCH), (agency, place) => {
      const number = from + place
      const code = (given[agency] ?? 0) + 1
      given[agency] = code
      return { agency, code, at: number / turns.length, ...tripNumbered(number), archived: number % ARCHIVED_OF === 3 }
    })
    await owner.query(TRIPS, [JSON.stringify(rows), JSON.stringify(EMPTY_PRESENTATION), JSON.stringify(EMPTY_PROFILE), YEARS * 365])
    tell(from + rows.length)
  }
  await owner.query('update dataset_agencies set given = g from unnest($1::int[]) with ordinality as t (g, n) where number = n - 1', [
    [...given],
  ])
}

const TRIPS = `
  insert into trips (agency_id, id, code, title, start_date, end_date, publication, commercial_state, travelers, owner_id, design,
    presentation, profile, metadata, public_token, archived_at, archived_by, created_at, updated_at)
  select agency_id, uuidv7(made - now()), 'V' || to_char(now(), 'YY') || '-' || lpad(code::text, greatest(4, length(code::text)), '0'), title,
    start_date, start_date + 10, case when published then 'published' else 'draft' end, state, travelers, user_id, d.design,
    $2::jsonb, $3::jsonb, metadata, left(replace(gen_random_uuid()::text, '-', ''), 22),
    case when archived then changed end, case when archived then user_id end, made, changed
  from jsonb_to_recordset($1::jsonb) as t (agency integer, code integer, at float8, title text, "startDate" date, state text, published boolean,
    travelers integer, metadata jsonb, design integer, archived boolean)
  join dataset_agencies a on a.number = agency
  left join dataset_designs d on d.number = t.design
  cross join lateral (select "startDate" as start_date, date_trunc('milliseconds', now() - make_interval(days => $4) * (1 - at)) as made) as m
  cross join lateral (select case when code % 2 = 0 then made
    else date_trunc('milliseconds', least(now(), made + (hashint4(code)::bigint + 2147483648) / 4294967296.0 * interval '60 days')) end as changed) as c
  order by at`

const COUNTERS = 'insert into trip_code_counters select agency_id, $1, given from dataset_agencies'

/** Rows that come before their indexes come ten times as fast. */
async function withoutIndexes(owner: pg.Client, table: string, load: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await load()
  for (const { definition } of rows) await owner.query(definition)
}

function shuffled(turns: Uint16Array): Uint16Array {
  const next = numbers(1)
  for (let place = turns.length - 1; place > 0; place--) {
    const other = Math.floor(next() * (place + 1))
    const turn = turns[place] as number
    turns[place] = turns[other] as number
    turns[other] = turn
  }
  return turns
}

/** A key for each of the agencies with these numbers. */
async function openDoors(owner: pg.Client, database: Database, places: number[]): Promise<DatasetAgency[]> {
  const writer = openPool(database.writer, 1)
  try {
    const doors: DatasetAgency[] = []
    for (const place of places) {
      const { rows } = await owner.query('select agency_id, user_id, given from dataset_agencies where number = $1', [place])
      const { agency_id: agencyId, user_id: userId, given: trips } = rows[0]
      const { secret } = await operatorWrite(writer, agencyId as AgencyId, (db) => openKey(db, userId, 'Bench key', [...SCOPES]))
      doors.push({ agencyId, secret, trips })
    }
    return doors
  } finally {
    await writer.end()
  }
}
