import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { areBytesKept, removeDocument } from './document.queries.ts'
import { DocumentPath } from './document.ts'
import { knownDocument } from './known-document.ts'

export const deleteDocument = operation({
  id: 'documents.delete',
  title: 'Delete a document',
  describe:
    'For 30 days undo brings it back, with its bytes; then they are gone. Links to it that were given out work until they are over.',
  route: 'DELETE /v1/documents/{documentId}',
  kind: 'destructive',
  scopes: ['documents:write'],
  cost: 1,
  undo: {
    async guard({ db, change }) {
      return (await areBytesKept(db, change.id)) ? undefined : 'The bytes of the document are no longer kept.'
    },
  },
  params: DocumentPath,
  query: ExpectedUpdatedAt,
  returns: Shape({ object: Kind('document'), id: Uuid(), tripId: Uuid(), deleted: Type.Literal(true) }),
  problems: ['not_found', 'stale_write'],
  emits: ['document.deleted'],

  async handle({ params, query, db, refuse }) {
    const document = await knownDocument(db, params.documentId, refuse)
    refuseStale(document, query.expectedUpdatedAt, refuse)
    await removeDocument(db, document.id)
    return { object: 'document' as const, id: document.id, tripId: document.trip_id, deleted: true as const }
  },
})
