import { type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import { containing } from '../../operations/search-text.ts'
import type { Release } from './document.rules.ts'
import type { Document, Visibility } from './document.ts'

const COLUMNS = [
  ...(['id', 'trip_id', 'folder_id', 'name', 'mime_type', 'byte_size', 'visibility', 'visible_at'] as const),
  ...(['created_by', 'updated_by', 'created_at', 'updated_at'] as const),
] as const

export interface DocumentRow {
  id: string
  trip_id: string
  folder_id: string | null
  name: string
  mime_type: string
  byte_size: number
  visibility: string
  visible_at: string | null
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
  creator: string | null
  updater: string | null
  is_published: boolean
}

export const toDocument = (row: DocumentRow, baseUrl: string): Document => ({
  object: 'document',
  id: row.id,
  tripId: row.trip_id,
  folderId: row.folder_id,
  name: row.name,
  mimeType: row.mime_type,
  byteSize: row.byte_size,
  status: 'ready',
  visibility: row.visibility as Visibility,
  visibleToTravelersNow: row.visibility === 'traveler' && row.is_published,
  visibleAt: toInstantOrNull(row.visible_at),
  createdBy: row.created_by === null ? null : { id: row.created_by, name: row.creator },
  updatedBy: row.updated_by === null ? null : { id: row.updated_by, name: row.updater },
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
  appUrl: `${baseUrl}/app/trips/${row.trip_id}/documents`,
})

const nameOf = (column: 'created_by' | 'updated_by') =>
  sql<string | null>`(select u.name from users u where u.agency_id = documents.agency_id and u.id = ${sql.ref(`documents.${column}`)})`

/** A look-up by the key for each row that is shown: `exists` would be answered by going through all trips. */
const ofItsTrip = (condition: 'archived_at is null' | "publication = 'published'") =>
  sql<boolean>`(select t.${sql.raw(condition)} from trips t where t.agency_id = documents.agency_id and t.id = documents.trip_id)`

/** Those of live trips. */
const liveDocuments = (db: ReadDb) =>
  db
    .from('documents')
    .select(COLUMNS)
    .select(nameOf('created_by').as('creator'))
    .select(nameOf('updated_by').as('updater'))
    .select(ofItsTrip("publication = 'published'").as('is_published'))
    .where(ofItsTrip('archived_at is null')) as SelectQueryBuilder<Tables, 'documents', DocumentRow>

export const findDocument = (db: ReadDb, id: string): Promise<DocumentRow | undefined> => db.first(liveDocuments(db).where('id', '=', id))

export const findDocuments = (db: ReadDb, ids: readonly string[]): Promise<DocumentRow[]> =>
  db.rows(liveDocuments(db).where('id', '=', sql<string>`any(${[...ids]}::uuid[])`))

export interface DocumentsSought {
  tripId?: string
  folderId?: string
  loose?: boolean
  visibility?: string
  q?: string
}

export function selectDocuments(db: ReadDb, { tripId, folderId, loose, visibility, q }: DocumentsSought) {
  let documents = liveDocuments(db)
  if (tripId !== undefined) documents = documents.where('trip_id', '=', tripId)
  if (folderId !== undefined) documents = documents.where('folder_id', '=', folderId)
  if (loose === true) documents = documents.where('folder_id', 'is', null)
  if (visibility !== undefined) documents = documents.where('visibility', '=', visibility)
  if (q !== undefined) documents = documents.where('name', 'ilike', containing(q))
  return documents
}

export interface DocumentContent {
  folderId: string | null
  name: string
  visibility: Visibility
}

export interface NewDocumentRow extends DocumentContent {
  id: string
  tripId: string
  mimeType: string
  byteSize: number
}

export async function insertDocument(db: WriteDb, userId: string, document: NewDocumentRow): Promise<DocumentRow> {
  const { id, tripId, folderId, name, mimeType, byteSize, visibility } = document
  const visibleAt = visibility === 'traveler' ? writeTime : null
  const people = { created_by: userId, updated_by: userId }
  await db.rows(
    db.insert('documents', {
      ...{ id, trip_id: tripId, folder_id: folderId, name, mime_type: mimeType, byte_size: byteSize },
      ...{ visibility, visible_at: visibleAt, ...people },
    }),
  )
  return db.one(liveDocuments(db).where('id', '=', id))
}

const VISIBLE_AT = { now: writeTime, never: null } as const

export async function updateDocumentContent(
  db: WriteDb,
  { id, userId, release }: { id: string; userId: string; release: Release },
  { folderId, name, visibility }: DocumentContent,
): Promise<DocumentRow> {
  const changes = { folder_id: folderId, name, visibility, updated_by: userId }
  await db.rows(
    db.update('documents', { ...changes, ...(release !== 'as before' && { visible_at: VISIBLE_AT[release] }) }).where('id', '=', id),
  )
  return db.one(liveDocuments(db).where('id', '=', id))
}

/** Its bytes are kept from now on for as long as this can be undone. */
export async function removeDocument(db: WriteDb, id: string): Promise<void> {
  await db.rows(db.remove('documents').where('id', '=', id))
  await db.rows(sql`
    insert into deleted_documents (agency_id, id, created_at, updated_at) values (${db.agencyId}, ${id}, ${writeTime}, ${writeTime})
    on conflict (agency_id, id) do update set created_at = excluded.created_at, updated_at = excluded.updated_at`)
}

/** Of the document that a change deleted. */
export async function areBytesKept(db: ReadDb, changeId: string): Promise<boolean> {
  const kept = await db.first(sql`
    select from captures c join deleted_documents d on d.agency_id = c.agency_id and d.id = c.row_id
    where c.agency_id = ${db.agencyId} and c.write_id = ${changeId} and c.table_name = 'documents' and c.op = 'delete'`)
  return kept !== undefined
}
