import type { WriteDb } from '../../db/tenant.ts'
import type { Caller } from '../../operations/caller.ts'

/** The date where the agency is. */
export const todayOf = async (db: WriteDb, { agency }: Caller): Promise<string> =>
  Temporal.Instant.from(await db.now())
    .toZonedDateTimeISO(agency.timeZone)
    .toPlainDate()
    .toString()
