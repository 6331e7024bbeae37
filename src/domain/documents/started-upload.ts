import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { liveTrip } from '../trips/index.ts'
import { findDocument } from './document.queries.ts'
import { findUpload, type UploadRow } from './upload.queries.ts'

/** What waits to be completed, on a live trip. Of two that complete it at once the second one finds the document. */
export async function startedUpload(db: ReadDb, documentId: string, refuse: Refuse<'not_found' | 'already_complete'>): Promise<UploadRow> {
  const upload = await findUpload(db, documentId)
  if (upload) {
    await liveTrip(db, upload.trip_id, refuse)
    return upload
  }
  if (await findDocument(db, documentId)) throw refuse('already_complete')
  throw refuse('not_found', { detail: `There is no upload ${documentId}.` })
}
