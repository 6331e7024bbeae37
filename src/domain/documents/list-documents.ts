import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { Shape, Uuid } from '../../operations/schema.ts'
import { selectDocuments, toDocument } from './document.queries.ts'
import { Document, DocumentFilters } from './document.ts'

export const listDocuments = operation({
  id: 'documents.list',
  title: 'List documents',
  describe:
    'The documents of all live trips, most recently changed first. To poll, pass the last `updatedAt` seen as `updatedSince` with `sort=updatedAt`, and follow `nextCursor` until it is null. Publishing a trip is no change of its documents.',
  route: 'GET /v1/documents',
  kind: 'read',
  scopes: ['documents:read'],
  cost: 1,
  undo: 'none',
  query: Shape({ ...FollowQuery, tripId: Type.Optional(Uuid()), ...DocumentFilters }),
  returns: ListOf(Document, 'A page of documents.'),
  problems: [],

  async handle({ operationId, query, db, baseUrl }) {
    return pageOf({ operationId, db, query }, selectDocuments(db, query), (row) => toDocument(row, baseUrl))
  },
})
