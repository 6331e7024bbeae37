import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import { build } from '../../db/query.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import { containing } from '../../operations/search-text.ts'
import type { TripContent } from './trip.rules.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE, type Trip } from './trip.ts'

const COLUMNS = [
  ...(['id', 'code', 'title', 'start_date', 'end_date', 'publication', 'commercial_state', 'travelers', 'owner_id'] as const),
  ...(['design', 'presentation', 'profile', 'cover_image_url', 'metadata', 'public_token', 'created_at', 'updated_at'] as const),
] as const

export type TripRow = Pick<Selectable<Tables['trips']>, (typeof COLUMNS)[number]>

export function toTrip(row: TripRow, baseUrl: string): Trip {
  return {
    object: 'trip',
    id: row.id,
    code: row.code,
    title: row.title,
    startDate: row.start_date,
    endDate: row.end_date,
    publication: row.publication as Trip['publication'],
    commercialState: row.commercial_state as Trip['commercialState'],
    travelers: row.travelers,
    ownerId: row.owner_id,
    design: row.design as Trip['design'],
    presentation: { ...EMPTY_PRESENTATION, ...(row.presentation as Trip['presentation']) },
    profile: { ...EMPTY_PROFILE, ...(row.profile as Trip['profile']) },
    coverImageUrl: row.cover_image_url,
    coverage: null,
    metadata: row.metadata as Trip['metadata'],
    appUrl: `${baseUrl}/app/trips/${row.id}`,
    publicUrl: `${baseUrl}/t/${row.public_token}`,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}

const liveTrips = (db: ReadDb) => db.from('trips').where('archived_at', 'is', null)

const FIND = `select ${COLUMNS.join(', ')} from trips where agency_id = $1 and id = $2 and archived_at is null`

export const findTrip = (db: ReadDb, id: string): Promise<TripRow | undefined> =>
  db.first<TripRow>({ text: FIND, parameters: [db.agencyId, id] })

const FIND_MANY = `select ${COLUMNS.join(', ')} from trips where agency_id = $1 and id = any($2::uuid[]) and archived_at is null`

export const findTrips = (db: ReadDb, ids: readonly string[]): Promise<TripRow[]> =>
  db.rows<TripRow>({ text: FIND_MANY, parameters: [db.agencyId, ids] })

export interface TripFilters {
  q?: string
  publication?: string
  commercialState?: string
  ownerId?: string
  metadata?: Record<string, string>
}

export function selectTrips(db: ReadDb, filters: TripFilters) {
  const { q, publication, commercialState, ownerId, metadata } = filters
  let trips = q === undefined || hasTrigram(q) ? liveTrips(db).select(COLUMNS) : titledShortly(db, q)
  if (q !== undefined && hasTrigram(q)) trips = trips.where('title', 'ilike', containing(q))
  if (publication !== undefined) trips = trips.where('publication', '=', publication)
  if (commercialState !== undefined) trips = trips.where('commercial_state', '=', commercialState)
  if (ownerId !== undefined) trips = trips.where('owner_id', '=', ownerId)
  if (metadata !== undefined) trips = trips.where(sql<boolean>`metadata @> ${JSON.stringify(metadata)}::jsonb`)
  return trips as SelectQueryBuilder<Tables, 'trips', TripRow>
}

/** Whether the index of titles can help: it knows three letters in a row. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text)

const FOUND = ['id', 'created_at', 'updated_at'] as const
const NOT_FOUND_YET = COLUMNS.filter((column) => !(FOUND as readonly string[]).includes(column))

/**
 * Where the index of titles can't help, titles are read in the list's own index, which holds them, and rows only of the
 * trips that are shown. `lower … like` is what `ilike` means; said so, it is not taken to the index that can't help.
 */
function titledShortly(db: ReadDb, q: string) {
  const found = liveTrips(db)
    .select(FOUND)
    .where(sql<boolean>`lower(title) like lower(${containing(q)})`)
  // the offset keeps the two apart
  const whole = sql`lateral (select ${sql.join(NOT_FOUND_YET.map((column) => sql.ref(column)))} from trips
    where agency_id = ${db.agencyId} and id = found.id offset 0)`
  return build
    .selectFrom(found.as('found'))
    .innerJoin(whole.as('trips'), (join) => join.onTrue())
    .select(COLUMNS as never) as unknown as ReturnType<typeof liveTrips>
}

// one statement: the next code of the agency's own year (`V26-0001`), and the trip that carries it
const INSERT = `
  with counted as (
    insert into trip_code_counters (agency_id, year, last) values ($1, extract(year from write_time() at time zone $2), 1)
    on conflict (agency_id, year) do update set last = trip_code_counters.last + 1
    returning year, last, write_time() as at
  )
  insert into trips (agency_id, code, created_at, updated_at, id, public_token,
    title, start_date, end_date, travelers, owner_id, design, presentation, profile, cover_image_url, metadata,
    synced_design, itinerary_version, itinerary_at)
  select $1, 'V' || lpad((year % 100)::text, 2, '0') || '-' || lpad(last::text, greatest(4, length(last::text)), '0'), at, at, $3, $4,
    $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, case when $16 > 0 then at end
  from counted
  returning ${COLUMNS.join(', ')}`

/** What a new trip is told of the itinerary that is built with it. */
export interface FirstItinerary {
  syncedDesign: string | null
}

export async function insertTrip(db: WriteDb, timeZone: string, content: TripContent, itinerary?: FirstItinerary): Promise<TripRow> {
  const parameters = [
    db.agencyId,
    timeZone,
    randomUUIDv7(),
    publicToken(),
    ...Object.values(toColumns(content)),
    ...[itinerary?.syncedDesign ?? null, itinerary ? 1 : 0],
  ]
  return db.one({ text: INSERT, parameters })
}

/** The 122 random bits of a UUID: a link that nobody guesses, from randomness that Node draws in advance. */
const publicToken = (): string => Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')

/** In the order of INSERT's parameters. */
const toColumns = (content: TripContent) => ({
  title: content.title,
  start_date: content.startDate,
  end_date: content.endDate,
  travelers: content.travelers,
  owner_id: content.ownerId,
  design: content.design && JSON.stringify(content.design),
  presentation: JSON.stringify(content.presentation),
  profile: JSON.stringify(content.profile),
  cover_image_url: content.coverImageUrl,
  metadata: JSON.stringify(content.metadata),
})

export const updateTripContent = (db: WriteDb, id: string, content: TripContent): Promise<TripRow> =>
  db.one(db.update('trips', toColumns(content)).where('id', '=', id).returning(COLUMNS))

export const setPublication = (db: WriteDb, id: string, publication: Trip['publication']): Promise<TripRow> =>
  db.one(db.update('trips', { publication }).where('id', '=', id).returning(COLUMNS))

export const setCommercialState = (db: WriteDb, id: string, state: Trip['commercialState']): Promise<TripRow> =>
  db.one(db.update('trips', { commercial_state: state }).where('id', '=', id).returning(COLUMNS))

const ARCHIVED_COLUMNS = ['id', 'code', 'title', 'start_date', 'end_date', 'archived_at', 'archived_by', 'updated_at'] as const
export type ArchivedTripRow = Pick<Selectable<Tables['trips']>, (typeof ARCHIVED_COLUMNS)[number]>

export const toArchivedTrip = (row: ArchivedTripRow) => ({
  object: 'archived_trip' as const,
  id: row.id,
  code: row.code,
  title: row.title,
  startDate: row.start_date,
  endDate: row.end_date,
  archivedAt: toInstant(row.archived_at as string),
  archivedBy: row.archived_by,
})

export function selectArchivedTrips(db: ReadDb, q: string | undefined) {
  const archived = db.from('trips').where('archived_at', 'is not', null).select(ARCHIVED_COLUMNS)
  return q === undefined ? archived : archived.where('title', 'ilike', containing(q))
}

export const setArchived = (db: WriteDb, id: string, userId: string): Promise<ArchivedTripRow> =>
  db.one(db.update('trips', { archived_at: writeTime, archived_by: userId }).where('id', '=', id).returning(ARCHIVED_COLUMNS))

export const setLive = (db: WriteDb, id: string): Promise<TripRow | undefined> =>
  db.first(
    db
      .update('trips', { archived_at: null, archived_by: null })
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .returning(COLUMNS),
  )
