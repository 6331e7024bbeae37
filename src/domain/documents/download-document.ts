import { operation } from '../../operations/operation.ts'
import { Kind, named, Shape, Timestamp, WebAddress } from '../../operations/schema.ts'
import { DocumentPath } from './document.ts'
import { knownDocument } from './known-document.ts'

const DocumentDownload = named(
  'DocumentDownload',
  Shape({
    object: Kind('document_download'),
    url: WebAddress({ maxLength: 4000, description: 'GET the bytes there, without the API key. Takes `Range`.' }),
    expiresAt: Timestamp(),
  }),
)

export const downloadDocument = operation({
  id: 'documents.download',
  title: 'Get a download link',
  describe: 'An address that answers the bytes for 5 minutes to whoever has it, as a file to be saved under the name of the document.',
  route: 'GET /v1/documents/{documentId}/download',
  kind: 'read',
  scopes: ['documents:read'],
  cost: 1,
  undo: 'none',
  params: DocumentPath,
  returns: DocumentDownload,
  problems: ['not_found'],

  async handle({ params, db, refuse, storage }) {
    const { id, name, mime_type: mimeType } = await knownDocument(db, params.documentId, refuse)
    const { url, expiresAt } = await storage.downloadAddress({ agencyId: db.agencyId, id }, { name, mimeType })
    return { object: 'document_download' as const, url, expiresAt }
  },
})
