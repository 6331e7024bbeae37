import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { selectDocuments, toDocument } from './document.queries.ts'
import { Document, DocumentFilters } from './document.ts'

export const listTripDocuments = operation({
  id: 'documents.listOfTrip',
  title: "List a trip's documents",
  describe: 'The documents of a live trip, most recently changed first. What is not completed is not among them.',
  route: 'GET /v1/trips/{tripId}/documents',
  kind: 'read',
  scopes: ['documents:read'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  query: Shape({ ...FollowQuery, ...DocumentFilters }),
  returns: ListOf(Document, 'A page of documents.'),
  problems: ['not_found'],

  async handle({ operationId, params, query, db, refuse, baseUrl }) {
    const { id } = await liveTrip(db, params.tripId, refuse)
    const documents = selectDocuments(db, { ...query, tripId: id })
    // a cursor is the place in one trip's documents
    return pageOf({ operationId: `${operationId} of ${id}`, db, query }, documents, (row) => toDocument(row, baseUrl))
  },
})
