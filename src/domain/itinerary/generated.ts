import type { BlockData } from './block-types.ts'

/** Where a day belongs: the stop whose night it has, and which of its days it is. */
export interface DayKey {
  /** Empty on a design without stops. */
  stopId: string
  /** From 0, within its stop. */
  index: number
}

/** What the design made a block, kept so that the next sync knows it again and can tell what people wrote over it. */
export type Generated =
  | ({ as: 'day'; date: string | null; dayNumber: number; made: BlockData } & DayKey)
  | { as: 'lodging'; stopId: string; on: string; made: BlockData }
  | { as: 'transfer'; transferId: string; on: string; made: BlockData }
  /** The sections that hold what has no place of its own. */
  | { as: 'unassigned' }
  | { as: 'general' }
