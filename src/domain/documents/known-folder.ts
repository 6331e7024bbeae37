import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type FolderRow, findFolder, findFolderNamed } from './folder.queries.ts'

/** The folder, or a refusal: absent, of an archived trip and another agency's look the same from outside. */
export async function knownFolder(db: ReadDb, folderId: string, refuse: Refuse<'not_found'>): Promise<FolderRow> {
  const folder = await findFolder(db, folderId)
  if (!folder) throw refuse('not_found', { detail: `There is no folder ${folderId}.` })
  return folder
}

/** Where a document is to lie: a folder of its own trip. */
export async function requireFolderOf(db: ReadDb, tripId: string, folderId: string, refuse: Refuse<'not_found'>): Promise<string> {
  const folder = await findFolder(db, folderId)
  if (folder?.trip_id !== tripId) throw refuse('not_found', { detail: `The trip has no folder ${folderId}.` })
  return folder.id
}

/** Writes of an agency are a sequence, so nobody takes the name in between. */
export async function refuseTakenName(
  db: ReadDb,
  { tripId, name, folderId }: { tripId: string; name: string; folderId?: string },
  refuse: Refuse<'invalid_state'>,
): Promise<void> {
  const other = await findFolderNamed(db, tripId, name)
  if (other && other.id !== folderId) throw refuse('invalid_state', { detail: `The trip has a folder "${other.name}" already.` })
}
