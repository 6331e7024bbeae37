import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { toDocument, updateDocumentContent } from './document.queries.ts'
import { isSameContent, releaseOf } from './document.rules.ts'
import { Document, DocumentChanges, DocumentPath } from './document.ts'
import { knownDocument } from './known-document.ts'
import { requireFolderOf } from './known-folder.ts'

export const updateDocument = operation({
  id: 'documents.update',
  title: 'Update a document',
  describe:
    'Renames it, puts it into a folder of its trip or takes it out, releases it to the travelers or takes it back. Absent members stay as they are, and so do the bytes.',
  route: 'PATCH /v1/documents/{documentId}',
  kind: 'write',
  scopes: ['documents:write'],
  cost: 1,
  undo: 'captured',
  params: DocumentPath,
  body: DocumentChanges,
  returns: Document,
  problems: ['not_found', 'stale_write'],
  emits: ['document.updated'],
  example: { body: { name: 'Póliza de seguro (firmada).pdf', visibility: 'traveler' } },

  async handle({ params, body, caller, db, refuse, baseUrl }) {
    const row = await knownDocument(db, params.documentId, refuse)
    refuseStale(row, body.expectedUpdatedAt, refuse)
    const folderId = body.folderId && (await requireFolderOf(db, row.trip_id, body.folderId, refuse))

    const before = toDocument(row, baseUrl)
    const after = {
      name: body.name?.trim() ?? before.name,
      folderId: folderId === undefined ? before.folderId : folderId,
      visibility: body.visibility ?? before.visibility,
    }
    if (isSameContent(before, after)) return before
    const release = releaseOf(before.visibility, after.visibility)
    return toDocument(await updateDocumentContent(db, { id: row.id, userId: caller.userId, release }, after), baseUrl)
  },
})
