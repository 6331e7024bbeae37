import type { BlockData } from './block-types.ts'

/** Where a day belongs: the stop whose night it has, and which of its days it is. */
export interface DayKey {
  /** Empty on a design without stops. */
  stopId: string
  /** 0 is the day of arrival, so that a night more under way, before it, moves nothing that people wrote. */
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
