import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { setLease } from './entry.queries.ts'
import { EntryPath } from './entry.ts'
import { entryToWrite } from './known-entry.ts'

export const releaseLibraryLease = operation({
  id: 'library.releaseLease',
  title: 'Close a library entry in the builder',
  describe: 'Gives the lease back, so that others need not wait for its end. An entry that is not open stays so.',
  route: 'DELETE /v1/library/entries/{entryId}/lease',
  kind: 'destructive',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'none',
  params: EntryPath,
  returns: Shape({ object: Kind('library_lease'), entryId: Uuid(), released: Type.Literal(true) }),
  problems: ['not_found', 'being_edited'],

  async handle({ params, caller, db, refuse }) {
    const entry = await entryToWrite(db, params.entryId, caller, refuse)
    await setLease(db, entry.id, null)
    return { object: 'library_lease' as const, entryId: entry.id, released: true as const }
  },
})
