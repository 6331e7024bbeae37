import { operation } from '../../operations/operation.ts'
import { MAX_UPLOAD_BYTES } from '../../storage/storage.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { DocumentUpload, DocumentUploadPreview, NewDocument } from './document.ts'
import { requireFolderOf } from './known-folder.ts'
import { insertUpload } from './upload.queries.ts'

export const startUpload = operation({
  id: 'documents.startUpload',
  title: 'Start a document upload',
  describe:
    'Answers an address for the bytes: PUT them there once, as they are, with the `headers` of the answer and without the API key, before `expiresAt`; then call `documents.complete` with the `documentId`. Until then there is no document, and after 24 hours none will come of it.',
  route: 'POST /v1/trips/{tripId}/documents',
  kind: 'write',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  body: NewDocument,
  status: 201,
  returns: DocumentUpload,
  preview: DocumentUploadPreview,
  problems: ['not_found'],
  answersSecret: true,
  example: { body: { name: 'Póliza de seguro.pdf', mimeType: 'application/pdf', byteSize: 183_211 } },

  async handle({ params, body, db, refuse, storage }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    const folderId = body.folderId ? await requireFolderOf(db, trip.id, body.folderId, refuse) : null
    const asked = { tripId: trip.id, folderId, name: body.name.trim(), mimeType: body.mimeType }
    const { id } = await insertUpload(db, asked)
    const { url, headers, expiresAt } = await storage.uploadAddress({ agencyId: db.agencyId, id }, body.mimeType)
    return {
      answer: {
        object: 'document_upload' as const,
        documentId: id,
        uploadUrl: url,
        method: 'PUT' as const,
        headers,
        maxBytes: MAX_UPLOAD_BYTES,
        expiresAt,
      },
      // without the address: nothing is to come there
      preview: () => ({ object: 'document_upload_preview' as const, ...asked, maxBytes: MAX_UPLOAD_BYTES }),
    }
  },
})
