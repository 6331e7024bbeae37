import { createHash } from 'node:crypto'
import { canonical } from '../../operations/canonical.ts'
import type { Design } from '../design/index.ts'

/** What an itinerary follows, in short: two designs with the same start have the same. */
export const fingerprintOf = (design: Design, startDate: string | null): string =>
  createHash('sha256')
    .update(canonical([design, startDate]))
    .digest('base64url')
    .slice(0, 22)

/** Whether neither the design nor the start has changed since an itinerary was synced with them. */
export const isSynced = (design: Design | null, startDate: string | null, syncedDesign: string | null): boolean =>
  design === null || syncedDesign === fingerprintOf(design, startDate)
