import { randomUUIDv7 } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import { nameKey, tidyName } from './folder.rules.ts'
import type { DocumentFolder } from './folder.ts'

export interface FolderRow {
  id: string
  trip_id: string
  name: string
  created_at: string
  updated_at: string
  document_count: number
}

export const toFolder = (row: FolderRow): DocumentFolder => ({
  object: 'document_folder',
  id: row.id,
  tripId: row.trip_id,
  name: row.name,
  documentCount: row.document_count,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
})

/** Those of live trips. */
const selectFolders = (db: ReadDb) =>
  db
    .from('document_folders')
    .select(['id', 'trip_id', 'name', 'created_at', 'updated_at'])
    .select(
      sql<number>`(select count(*)::int from documents d where d.agency_id = document_folders.agency_id
        and d.trip_id = document_folders.trip_id and d.folder_id = document_folders.id)`.as('document_count'),
    )
    .where(
      sql<boolean>`(select t.archived_at is null from trips t
        where t.agency_id = document_folders.agency_id and t.id = document_folders.trip_id)`,
    ) as SelectQueryBuilder<Tables, 'document_folders', FolderRow>

export const selectFoldersOf = (db: ReadDb, tripId: string) => selectFolders(db).where('trip_id', '=', tripId)

export const findFolder = (db: ReadDb, id: string): Promise<FolderRow | undefined> => db.first(selectFolders(db).where('id', '=', id))

export const findFolderNamed = (db: ReadDb, tripId: string, name: string): Promise<FolderRow | undefined> =>
  db.first(selectFoldersOf(db, tripId).where('name_key', '=', nameKey(name)))

const namedAs = (name: string) => ({ name: tidyName(name), name_key: nameKey(name) })

export async function insertFolder(db: WriteDb, tripId: string, name: string): Promise<FolderRow> {
  const id = randomUUIDv7()
  await db.rows(db.insert('document_folders', { id, trip_id: tripId, ...namedAs(name) }))
  return db.one(selectFolders(db).where('id', '=', id))
}

export async function renameFolder(db: WriteDb, id: string, name: string): Promise<FolderRow> {
  await db.rows(db.update('document_folders', namedAs(name)).where('id', '=', id))
  return db.one(selectFolders(db).where('id', '=', id))
}

/** Its documents lie loose from then on, and what is being uploaded will. */
export async function removeFolder(db: WriteDb, { id, trip_id }: FolderRow, userId: string): Promise<void> {
  await db.rows(db.update('documents', { folder_id: null, updated_by: userId }).where('trip_id', '=', trip_id).where('folder_id', '=', id))
  await db.rows(db.update('document_uploads', { folder_id: null }).where('trip_id', '=', trip_id).where('folder_id', '=', id))
  await db.rows(db.remove('document_folders').where('id', '=', id))
}
