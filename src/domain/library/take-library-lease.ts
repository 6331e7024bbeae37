import { operation } from '../../operations/operation.ts'
import { Kind, named, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { setLease } from './entry.queries.ts'
import { EntryPath } from './entry.ts'
import { entryToWrite } from './known-entry.ts'
import { leaseFrom } from './lease.rules.ts'

const Lease = named(
  'LibraryLease',
  Shape({
    object: Kind('library_lease'),
    entryId: Uuid(),
    userId: Uuid({ description: 'Who has the entry open.' }),
    expiresAt: Timestamp({ description: 'When it is free again, unless the lease is renewed.' }),
  }),
)

export const takeLibraryLease = operation({
  id: 'library.takeLease',
  title: 'Open a library entry in the builder',
  describe:
    'Takes the lease on the entry, or renews it: for 90 seconds every other key is refused with `being_edited` when it changes or deletes the entry. A builder asks again every 30 seconds while it is open. Reads go on, and the entry stays as it is.',
  route: 'POST /v1/library/entries/{entryId}/lease',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'none',
  params: EntryPath,
  returns: Lease,
  problems: ['not_found', 'being_edited'],

  async handle({ params, caller, db, refuse }) {
    const entry = await entryToWrite(db, params.entryId, caller, refuse)
    const lease = leaseFrom(await db.now(), caller.keyId)
    await setLease(db, entry.id, lease)
    return { object: 'library_lease' as const, entryId: entry.id, userId: caller.userId, expiresAt: lease.until }
  },
})
