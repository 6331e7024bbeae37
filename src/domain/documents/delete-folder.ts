import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { removeFolder } from './folder.queries.ts'
import { FolderPath } from './folder.ts'
import { knownFolder } from './known-folder.ts'

export const deleteFolder = operation({
  id: 'documentFolders.delete',
  title: 'Delete a folder',
  describe: 'Its documents stay, and lie in no folder. Undo brings the folder back, with them in it.',
  route: 'DELETE /v1/document-folders/{folderId}',
  kind: 'destructive',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'captured',
  params: FolderPath,
  query: ExpectedUpdatedAt,
  returns: Shape({ object: Kind('document_folder'), id: Uuid(), tripId: Uuid(), deleted: Type.Literal(true) }),
  problems: ['not_found', 'stale_write'],
  emits: ['document.updated'],

  async handle({ params, query, caller, db, refuse }) {
    const folder = await knownFolder(db, params.folderId, refuse)
    refuseStale(folder, query.expectedUpdatedAt, refuse)
    await removeFolder(db, folder, caller.userId)
    return { object: 'document_folder' as const, id: folder.id, tripId: folder.trip_id, deleted: true as const }
  },
})
