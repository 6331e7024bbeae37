import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { selectFoldersOf, toFolder } from './folder.queries.ts'
import { DocumentFolder } from './folder.ts'

export const listFolders = operation({
  id: 'documentFolders.list',
  title: "List a trip's folders",
  describe: 'The folders of a live trip, most recently changed first. What is put into a folder is no change of it.',
  route: 'GET /v1/trips/{tripId}/document-folders',
  kind: 'read',
  scopes: ['documents:read'],
  cost: 1,
  undo: 'none',
  params: TripPath,
  query: Shape(FollowQuery),
  returns: ListOf(DocumentFolder, 'A page of folders.'),
  problems: ['not_found'],

  async handle({ operationId, params, query, db, refuse }) {
    const { id } = await liveTrip(db, params.tripId, refuse)
    // a cursor is the place in one trip's folders
    return pageOf({ operationId: `${operationId} of ${id}`, db, query }, selectFoldersOf(db, id), toFolder)
  },
})
