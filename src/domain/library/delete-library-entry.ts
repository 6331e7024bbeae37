import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { removeEntry } from './entry.queries.ts'
import { EntryPath } from './entry.ts'
import { entryToWrite } from './known-entry.ts'

export const deleteLibraryEntry = operation({
  id: 'library.delete',
  title: 'Delete a library entry',
  describe: 'Trips that inserted it keep their copy. Undo brings the same entry back, with its id.',
  route: 'DELETE /v1/library/entries/{entryId}',
  kind: 'destructive',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: EntryPath,
  query: ExpectedUpdatedAt,
  returns: Shape({ object: Kind('library_entry'), id: Uuid(), deleted: Type.Literal(true) }),
  problems: ['not_found', 'being_edited', 'stale_write'],

  async handle({ params, query, caller, db, refuse }) {
    const entry = await entryToWrite(db, params.entryId, caller, refuse)
    refuseStale(entry, query.expectedUpdatedAt, refuse)
    await removeEntry(db, entry.id)
    return { object: 'library_entry' as const, id: entry.id, deleted: true as const }
  },
})
