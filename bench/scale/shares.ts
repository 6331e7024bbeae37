/** The largest agency has a twentieth of all trips. */
const LARGEST = 20

/** How many trips each agency has, the largest first: a few large ones and a long tail, as it is in the trade. Every agency has one at least. */
export function sharesOf(trips: number, agencies: number): number[] {
  const largest = Math.ceil(trips / LARGEST)
  const sizes = (steepness: number) =>
    Array.from({ length: agencies }, (_, place) => Math.max(1, Math.round(largest / (place + 1) ** steepness)))
  const total = (steepness: number) => sizes(steepness).reduce((sum, size) => sum + size, 0)
  let [flat, steep] = [0, 4]
  for (let halving = 0; halving < 50; halving++) {
    const middle = (flat + steep) / 2
    if (total(middle) > trips) flat = middle
    else steep = middle
  }
  return withTotal(sizes(steep), trips)
}

/** What rounding leaves over goes to the agencies behind the largest, one each. */
function withTotal(sizes: number[], trips: number): number[] {
  let left = trips - sizes.reduce((sum, size) => sum + size, 0)
  const exact = [...sizes]
  for (let place = 1; left > 0; place = place + 1 < exact.length ? place + 1 : 1, left--) exact[place] = (exact[place] ?? 0) + 1
  return exact
}
