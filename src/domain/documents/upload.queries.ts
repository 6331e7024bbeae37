import { randomUUIDv7 } from 'node:crypto'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'

const COLUMNS = ['id', 'trip_id', 'folder_id', 'name', 'mime_type'] as const

export interface UploadRow {
  id: string
  trip_id: string
  folder_id: string | null
  name: string
  mime_type: string
}

export const findUpload = (db: ReadDb, id: string): Promise<UploadRow | undefined> =>
  db.first(db.from('document_uploads').select(COLUMNS).where('id', '=', id))

export interface NewUpload {
  tripId: string
  folderId: string | null
  name: string
  mimeType: string
}

export const insertUpload = (db: WriteDb, { tripId, folderId, name, mimeType }: NewUpload): Promise<{ id: string }> =>
  db.one(
    db
      .insert('document_uploads', { id: randomUUIDv7(), trip_id: tripId, folder_id: folderId, name, mime_type: mimeType })
      .returning(['id']),
  )

export const removeUpload = (db: WriteDb, id: string): Promise<unknown> => db.rows(db.remove('document_uploads').where('id', '=', id))
