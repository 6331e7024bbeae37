import { rankBetween } from '../ranks/index.ts'

/** Where a traveler stands; several are in the order of the booking. */
interface Placed {
  id: string
  rank: string
}

/** The rank for a place among the others; past the end means last. */
export function rankAt(others: readonly Placed[], position: number): string {
  const at = Math.min(position, others.length)
  return rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null)
}

/** The rank of a traveler who is to stand at a position: the present one, where that is the place already. */
export function rankOfMoved(places: readonly Placed[], id: string, position: number): string {
  const from = places.findIndex((one) => one.id === id)
  const moved = places[from]
  if (moved && from === Math.min(position, places.length - 1)) return moved.rank
  return rankAt(
    places.filter((one) => one.id !== id),
    position,
  )
}
