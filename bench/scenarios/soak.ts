import type { BenchCaller } from '../seed.ts'
import { createRequests, getRequests, listRequests, patchRequests } from './requests.ts'

const READS_OF_TEN = 6
const LENGTH = 2000

/** Reads and writes as they come in an agency's day: of ten requests six reads of a trip, two lists, a change, a new trip. */
export function soakRequests(callers: BenchCaller[]): string[] {
  const [reads, lists, creates, patches] = [getRequests, listRequests, createRequests, patchRequests].map((make) => make(callers))
  const pick = (from: string[] | undefined, place: number) => from?.[place % from.length] as string
  return Array.from({ length: LENGTH }, (_, place) => {
    const turn = place % 10
    // the tens go round the agencies
    const round = Math.floor(place / 10)
    if (turn < READS_OF_TEN) return pick(reads, round * READS_OF_TEN + turn)
    if (turn < 8) return pick(lists, round * 2 + turn)
    return pick(turn === 8 ? patches : creates, round)
  })
}
