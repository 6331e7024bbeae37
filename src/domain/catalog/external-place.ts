import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findHolder } from './entity.queries.ts'

/** Refuses an external place that another live entry of the kind holds. */
export async function refuseTaken(
  db: ReadDb,
  { kind, placeId }: { kind: string; placeId: string },
  besides: string | null,
  refuse: Refuse<'place_taken'>,
): Promise<void> {
  if (placeId === '') return
  const holder = await findHolder(db, kind, placeId, besides)
  if (holder) throw refuse('place_taken', { detail: `The place ${placeId} is that of ${holder.name} (${holder.id}).` })
}
