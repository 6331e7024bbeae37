import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import { soughtBy } from '../../operations/search-text.ts'
import type { Vault } from '../../vault.ts'
import { openSealed, sealedAs } from './sealed.ts'
import { missingFrom, paxTypeOf, titleFor } from './traveler.rules.ts'
import type { Traveler, TravelerContent } from './traveler.ts'

const COLUMNS = [
  ...(['id', 'trip_id', 'rank', 'title', 'first_name', 'last_name1', 'last_name2', 'birth_date', 'sex', 'nationality'] as const),
  ...(['doc_type', 'doc_number', 'doc_expiry', 'doc_country', 'email', 'phone', 'address', 'tax_id'] as const),
  ...(['source', 'consent_at', 'docs_purged_at', 'created_at', 'updated_at'] as const),
] as const

type Stored = Pick<Selectable<Tables['travelers']>, (typeof COLUMNS)[number]>

/** What a traveler's age and papers are measured by. */
export interface TripDates {
  start_date: string | null
  end_date: string | null
}

export type TravelerRow = Stored & TripDates & { position: number }

export const contentOf = (row: Stored, vault: Vault): TravelerContent => ({
  title: row.title as TravelerContent['title'],
  firstName: row.first_name,
  lastName1: row.last_name1,
  lastName2: row.last_name2,
  birthDate: row.birth_date,
  sex: row.sex as TravelerContent['sex'],
  nationality: row.nationality,
  docType: row.doc_type as TravelerContent['docType'],
  docNumber: openSealed(vault, row.doc_number),
  docExpiry: row.doc_expiry,
  docCountry: row.doc_country,
  email: row.email,
  phone: row.phone,
  address: row.address as TravelerContent['address'],
  taxId: openSealed(vault, row.tax_id),
})

export function toTraveler(row: TravelerRow, vault: Vault): Traveler {
  const content = contentOf(row, vault)
  const paxType = paxTypeOf(content.birthDate, row.start_date)
  return {
    object: 'traveler',
    id: row.id,
    tripId: row.trip_id,
    position: row.position,
    ...content,
    title: content.title ?? titleFor(content.sex, paxType),
    paxType,
    missing: missingFrom(content, row.end_date),
    access: null,
    source: row.source as Traveler['source'],
    consentAt: toInstantOrNull(row.consent_at),
    docsPurgedAt: toInstantOrNull(row.docs_purged_at),
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
  }
}

const position = sql<number>`(
  select count(*)::int from travelers ahead
  where ahead.agency_id = travelers.agency_id and ahead.trip_id = travelers.trip_id and (ahead.rank, ahead.id) < (travelers.rank, travelers.id))`

/** Travelers of live trips, with their place on the booking and the dates of the trip. */
function liveTravelers(db: ReadDb) {
  // the offset has each trip looked up by its key; joined, all trips of the agency may be read for each traveler
  const trip = sql<TripDates>`lateral (
    select start_date, end_date from trips where agency_id = ${db.agencyId} and id = travelers.trip_id and archived_at is null offset 0)`
  return db
    .from('travelers')
    .select(position.as('position'))
    .innerJoin(trip.as('trip'), (join) => join.onTrue())
    .select([...COLUMNS, 'start_date', 'end_date']) as unknown as SelectQueryBuilder<Tables, 'travelers', TravelerRow>
}

export const findTraveler = (db: ReadDb, id: string): Promise<TravelerRow | undefined> => db.first(liveTravelers(db).where('id', '=', id))

export const findTravelers = (db: ReadDb, ids: readonly string[]): Promise<TravelerRow[]> =>
  db.rows(liveTravelers(db).where('id', '=', sql<string>`any(${[...ids]}::uuid[])`))

export interface TravelerFilters {
  tripId?: string
  q?: string
}

export function selectTravelers(db: ReadDb, { tripId, q }: TravelerFilters) {
  let travelers = liveTravelers(db)
  if (tripId !== undefined) travelers = travelers.where('trip_id', '=', tripId)
  return q === undefined ? travelers : named(travelers, soughtBy(q).words)
}

/** Each word begins one of theirs; where no word is sought, nobody is found. */
function named(travelers: SelectQueryBuilder<Tables, 'travelers', TravelerRow>, words: readonly string[]) {
  if (words.length === 0) return travelers.where(sql<boolean>`false`)
  // what the index of words is limited to
  const withWords = travelers.where(sql<boolean>`search <> '  '`)
  return words.reduce((found, word) => found.where('search', 'like', `% ${word}%`), withWords)
}

/** In the order of the booking, by ranks alone. */
export const findPlaces = (db: ReadDb, tripId: string): Promise<{ id: string; rank: string }[]> =>
  db.rows(db.from('travelers').select(['id', 'rank']).where('trip_id', '=', tripId).orderBy('rank').orderBy('id'))

export const countTravelers = async (db: ReadDb, tripId: string): Promise<number> => (await findPlaces(db, tripId)).length

interface Placed {
  tripId: string
  rank: string
}

export const insertTraveler = (db: WriteDb, vault: Vault, { tripId, rank }: Placed, content: TravelerContent): Promise<Stored> =>
  db.one(
    db.insert('travelers', { id: randomUUIDv7(), trip_id: tripId, rank, source: 'api', ...toColumns(content, vault) }).returning(COLUMNS),
  )

export const writeTraveler = (db: WriteDb, vault: Vault, before: Stored, rank: string, content: TravelerContent): Promise<Stored> =>
  db.one(
    db
      .update('travelers', {
        ...{ rank, ...toColumns(content, vault, before) },
        // a new number is one that was not erased
        docs_purged_at: content.docNumber === null ? before.docs_purged_at : null,
      })
      .where('id', '=', before.id)
      .returning(COLUMNS),
  )

export const removeTraveler = (db: WriteDb, id: string): Promise<unknown> => db.rows(db.remove('travelers').where('id', '=', id))

const toColumns = (content: TravelerContent, vault: Vault, before?: Stored) => ({
  title: content.title,
  first_name: content.firstName,
  last_name1: content.lastName1,
  last_name2: content.lastName2,
  birth_date: content.birthDate,
  sex: content.sex,
  nationality: content.nationality,
  doc_type: content.docType,
  doc_number: sealedAs(vault, content.docNumber, before?.doc_number ?? null),
  doc_expiry: content.docExpiry,
  doc_country: content.docCountry,
  email: content.email,
  phone: content.phone,
  address: content.address && JSON.stringify(content.address),
  tax_id: sealedAs(vault, content.taxId, before?.tax_id ?? null),
})

/** Whether a traveler that a change was about was written again, by a write that was not itself undone. */
export const wasEditedSince = async (db: ReadDb, changeId: string): Promise<boolean> =>
  (
    await db.one(sql<{ edited: boolean }>`
      select exists (
        select from captures mine
        join captures later on later.agency_id = mine.agency_id and later.row_id = mine.row_id and later.table_name = mine.table_name
          and later.seq > mine.seq and later.at >= mine.at and later.write_id <> mine.write_id
        where mine.agency_id = ${db.agencyId} and mine.write_id = ${changeId} and mine.table_name = 'travelers'
          and not exists (
            select from changes undone
            where undone.agency_id = mine.agency_id and undone.status = 'reverted' and undone.id = later.write_id
          )
          and not exists (
            select from changes undone
            where undone.agency_id = mine.agency_id and undone.status = 'reverted' and undone.revert_write_id = later.write_id
          )
      ) as edited`)
  ).edited
