import { canonical } from '../../operations/canonical.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { tidyTags } from '../tags/index.ts'
import { toEntry, writeEntry } from './entry.queries.ts'
import { Entry, EntryChanges, EntryPath } from './entry.ts'
import { entryToWrite } from './known-entry.ts'
import { blockOfTrip } from './trip-block.ts'
import { undoOfEntry } from './undo-of-entry.ts'

export const updateLibraryEntry = operation({
  id: 'library.update',
  title: 'Update a library entry',
  describe:
    'Absent members stay as they are; `tags` replaces them all. `fromTrip` replaces the saved block; title and tags stay. Trips that inserted the entry keep their copy.',
  route: 'PATCH /v1/library/entries/{entryId}',
  kind: 'write',
  scopes: ['catalog:write'],
  scopesFor: ({ body }) => (body.fromTrip === undefined ? [] : ['trips:read']),
  scopesNote: '`fromTrip` also needs `trips:read`.',
  cost: 1,
  undo: undoOfEntry,
  params: EntryPath,
  body: EntryChanges,
  returns: Entry,
  problems: ['not_found', 'being_edited', 'stale_write', 'root_type_mismatch'],
  example: { body: { title: 'Llegada a Haneda', tags: ['japón', 'aeropuerto', 'haneda'] } },

  async handle({ params, body, caller, db, refuse }) {
    const row = await entryToWrite(db, params.entryId, caller, refuse)
    refuseStale(row, body.expectedUpdatedAt, refuse)
    const before = toEntry(row)
    const snapshot = body.fromTrip ? await blockOfTrip(db, body.fromTrip, refuse) : before.snapshot
    if (snapshot.type !== before.rootType) {
      throw refuse('root_type_mismatch', { detail: `The entry holds a block of type ${before.rootType}, not ${snapshot.type}.` })
    }

    const after = { ...before, ...(body.title && { title: body.title }), ...(body.tags && { tags: tidyTags(body.tags) }), snapshot }
    if (canonical(after) === canonical(before)) return before
    return toEntry(await writeEntry(db, row.id, after as Parameters<typeof writeEntry>[2]))
  },
})
