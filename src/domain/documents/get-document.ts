import { operation } from '../../operations/operation.ts'
import { findDocuments, toDocument } from './document.queries.ts'
import { Document, DocumentPath } from './document.ts'
import { knownDocument } from './known-document.ts'

export const getDocument = operation({
  id: 'documents.get',
  title: 'Get a document',
  describe:
    'What it is and who sees it; its bytes are at `documents.download`. One that is not completed, like one of an archived trip, is not found.',
  route: 'GET /v1/documents/{documentId}',
  kind: 'read',
  scopes: ['documents:read'],
  cost: 1,
  undo: 'none',
  params: DocumentPath,
  returns: Document,
  problems: ['not_found'],
  subjectOf: {
    subject: 'document',
    types: ['document.created', 'document.updated', 'document.deleted'],
    many: async ({ db, baseUrl }, ids) => new Map((await findDocuments(db, ids)).map((row) => [row.id, toDocument(row, baseUrl)])),
  },

  async handle({ params, db, refuse, baseUrl }) {
    return toDocument(await knownDocument(db, params.documentId, refuse), baseUrl)
  },
})
