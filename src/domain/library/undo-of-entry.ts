import type { Undo } from '../../operations/operation.ts'
import { findLeaseOfChanged } from './entry.queries.ts'
import { isOpenElsewhere } from './lease.rules.ts'

/** An undo writes like any other: not into an entry that is open elsewhere. */
export const undoOfEntry: Exclude<Undo, 'none'> = {
  async guard({ db, caller, change }) {
    const lease = await findLeaseOfChanged(db, change.id)
    return isOpenElsewhere(lease, caller.keyId, await db.now()) ? 'The library entry is open in the builder.' : undefined
  },
}
