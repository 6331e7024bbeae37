import { operation } from '../../operations/operation.ts'
import { Shape } from '../../operations/schema.ts'
import { liveTrip, TripPath } from '../trips/index.ts'
import { insertFolder, toFolder } from './folder.queries.ts'
import { DocumentFolder, FolderName } from './folder.ts'
import { refuseTakenName } from './known-folder.ts'

export const createFolder = operation({
  id: 'documentFolders.create',
  title: 'Create a folder',
  describe: 'A folder for documents of the trip. `invalid_state` when the trip has one of that name, in upper or lower case.',
  route: 'POST /v1/trips/{tripId}/document-folders',
  kind: 'write',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'captured',
  params: TripPath,
  body: Shape({ name: FolderName }),
  status: 201,
  returns: DocumentFolder,
  problems: ['not_found', 'invalid_state'],
  example: { body: { name: 'Billetes de tren' } },

  async handle({ params, body, db, refuse }) {
    const trip = await liveTrip(db, params.tripId, refuse)
    await refuseTakenName(db, { tripId: trip.id, name: body.name }, refuse)
    return toFolder(await insertFolder(db, trip.id, body.name))
  },
})
