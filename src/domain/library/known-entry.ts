import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import type { Caller } from '../../operations/caller.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type EntryRow, findEntry, toLease } from './entry.queries.ts'
import { isOpenElsewhere } from './lease.rules.ts'

/** The entry, or a refusal: absent and another agency's look the same from outside. */
export async function knownEntry(db: ReadDb, entryId: string, refuse: Refuse<'not_found'>): Promise<EntryRow> {
  const entry = await findEntry(db, entryId)
  if (!entry) throw refuse('not_found', { detail: `There is no library entry ${entryId}.` })
  return entry
}

/** The entry, for whom it is not open elsewhere. */
export async function entryToWrite(
  db: WriteDb,
  entryId: string,
  caller: Caller,
  refuse: Refuse<'not_found' | 'being_edited'>,
): Promise<EntryRow> {
  const entry = await knownEntry(db, entryId, refuse)
  if (isOpenElsewhere(toLease(entry), caller.keyId, await db.now())) throw refuse('being_edited')
  return entry
}
