import { operation } from '../../operations/operation.ts'
import { insertDocument, toDocument } from './document.queries.ts'
import { Completion, Document, DocumentPath } from './document.ts'
import { requireFolderOf } from './known-folder.ts'
import { startedUpload } from './started-upload.ts'
import { findUpload, removeUpload } from './upload.queries.ts'

export const completeUpload = operation({
  id: 'documents.complete',
  title: 'Complete a document upload',
  describe:
    'Makes a document of what was uploaded, with the size and the type that the storage received. For staff alone, unless `visibility` says otherwise. Undo deletes it, while nobody has changed it since.',
  route: 'POST /v1/documents/{documentId}/complete',
  kind: 'write',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'captured',
  params: DocumentPath,
  body: Completion,
  returns: Document,
  problems: ['not_found', 'upload_missing', 'already_complete'],
  emits: ['document.created'],
  example: { body: { visibility: 'traveler' } },

  async prepare({ params, db, storage }) {
    const upload = await findUpload(db, params.documentId)
    return upload && storage.received({ agencyId: db.agencyId, id: upload.id })
  },

  async handle({ params, body, caller, db, refuse, baseUrl, prepared: received }) {
    const upload = await startedUpload(db, params.documentId, refuse)
    if (!received) throw refuse('upload_missing')
    const folderId = body.folderId ? await requireFolderOf(db, upload.trip_id, body.folderId, refuse) : null

    await removeUpload(db, upload.id)
    const document = await insertDocument(db, caller.userId, {
      ...{ id: upload.id, tripId: upload.trip_id, name: upload.name },
      folderId: body.folderId === undefined ? upload.folder_id : folderId,
      visibility: body.visibility ?? 'staff',
      mimeType: received.mimeType ?? upload.mime_type,
      byteSize: received.byteSize,
    })
    return toDocument(document, baseUrl)
  },
})
