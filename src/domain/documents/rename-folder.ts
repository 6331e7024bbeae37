import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Shape, Timestamp } from '../../operations/schema.ts'
import { refuseStale } from '../../operations/stale.ts'
import { renameFolder as rename, toFolder } from './folder.queries.ts'
import { tidyName } from './folder.rules.ts'
import { DocumentFolder, FolderName, FolderPath } from './folder.ts'
import { knownFolder, refuseTakenName } from './known-folder.ts'

export const renameFolder = operation({
  id: 'documentFolders.update',
  title: 'Rename a folder',
  describe: 'Its documents stay in it, and are not changed. `invalid_state` when another folder of the trip has that name.',
  route: 'PATCH /v1/document-folders/{folderId}',
  kind: 'write',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'captured',
  params: FolderPath,
  body: Shape({
    name: Type.Optional(FolderName),
    expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the folder still carries this `updatedAt`.' })),
  }),
  returns: DocumentFolder,
  problems: ['not_found', 'invalid_state', 'stale_write'],
  example: { body: { name: 'Billetes y reservas' } },

  async handle({ params, body, db, refuse }) {
    const folder = await knownFolder(db, params.folderId, refuse)
    refuseStale(folder, body.expectedUpdatedAt, refuse)
    if (body.name === undefined || tidyName(body.name) === folder.name) return toFolder(folder)
    await refuseTakenName(db, { tripId: folder.trip_id, name: body.name, folderId: folder.id }, refuse)
    return toFolder(await rename(db, folder.id, body.name))
  },
})
