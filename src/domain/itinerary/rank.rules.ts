import { generateKeyBetween } from 'fractional-indexing'

const RANDOM_BITS = 32

/**
 * A rank between two siblings' ranks; null stands for the end of the row. Which rank is left to chance, so that one that
 * undo brings back never meets one that was given to another block in the meantime.
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
