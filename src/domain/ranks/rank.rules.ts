import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

const RANDOM_BITS = 32

/**
 * A rank between two siblings' ranks; null stands for the end of the row. Which rank is left to chance, so that one that
 * undo brings back never meets one that was given to another in the meantime.
 */
export function rankBetween(before: string | null, after: string | null, random: () => number = Math.random): string {
  let low = before
  let high = after
  let rank = generateKeyBetween(low, high)
  for (let bit = 0; bit < RANDOM_BITS; bit++) {
    if (random() < 0.5) low = rank
    else high = rank
    rank = generateKeyBetween(low, high)
  }
  return rank
}

/** Several in a row: even between a first and a last that are left to chance. */
export function ranksBetween(before: string | null, after: string | null, count: number): string[] {
  if (count === 0) return []
  const first = rankBetween(before, after)
  if (count === 1) return [first]
  const last = rankBetween(first, after)
  return [first, ...generateNKeysBetween(first, last, count - 2), last]
}
