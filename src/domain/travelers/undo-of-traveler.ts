import type { Undo } from '../../operations/operation.ts'
import { wasEditedSince } from './traveler.queries.ts'

const UNDOABLE_FOR = Temporal.Duration.from({ hours: 30 * 24 })

/** What is personal is not put back for long, nor over anything that was written about the same traveler since. */
export const undoOfTraveler: Exclude<Undo, 'none'> = {
  async guard({ db, change }) {
    const until = Temporal.Instant.from(change.createdAt).add(UNDOABLE_FOR)
    if (Temporal.Instant.compare(await db.now(), until) > 0) return 'Changes of travelers can be undone for 30 days.'
    return (await wasEditedSince(db, change.id)) ? 'The traveler was edited again since.' : undefined
  },
}
