import type { BenchCaller } from '../seed.ts'

export const FLOORS = ['bare-http', 'one-statement', 'transaction', 'transaction-loop', 'itinerary-by-hand'] as const
export type FloorName = (typeof FLOORS)[number]

export interface Against {
  floor: FloorName
  /** What the floor is, in the table. */
  is: string
  /** The least that our share of the floor's rate should be; absent where it is only told. */
  target?: number
  aim?: number
}

/** What is asked of us, and of the floors that we are compared with. */
export interface Scenario {
  name: string
  /** As they go over the wire; asked in a closed loop, over and over. */
  requests(callers: BenchCaller[], port: number): string[] | Promise<string[]>
  against: Against[]
}
