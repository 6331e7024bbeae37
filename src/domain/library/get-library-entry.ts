import { operation } from '../../operations/operation.ts'
import { toEntry } from './entry.queries.ts'
import { Entry, EntryPath } from './entry.ts'
import { knownEntry } from './known-entry.ts'

export const getLibraryEntry = operation({
  id: 'library.get',
  title: 'Get a library entry',
  describe: 'The entry with its saved block, whether or not somebody has it open.',
  route: 'GET /v1/library/entries/{entryId}',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  params: EntryPath,
  returns: Entry,
  problems: ['not_found'],

  async handle({ params, db, refuse }) {
    return toEntry(await knownEntry(db, params.entryId, refuse))
  },
})
