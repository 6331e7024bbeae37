import { type Block, indexOf, placeBlock, type Tree } from './tree.rules.ts'

/** Puts the days of each container in the given order, and moves as few of them as that takes. */
export function keepOrder(tree: Tree, days: readonly Block[]): void {
  for (const inOneContainer of Map.groupBy(days, ({ parentId }) => parentId).values()) {
    const places = new Map(inOneContainer.map((day) => [day, indexOf(tree, day.id)]))
    const rise = new Set(longestRise([...places.values()]))
    const stays = (day: Block) => rise.has(places.get(day) as number)
    for (const [position, day] of inOneContainer.entries()) {
      if (!stays(day)) placeBeside(tree, day, inOneContainer[position - 1], inOneContainer.slice(position).find(stays))
    }
  }
}

/** After the day before it, or, as the first, before the first that stays. */
function placeBeside(tree: Tree, day: Block, before: Block | undefined, after: Block | undefined): void {
  const beside = (before ?? after) as Block
  const own = indexOf(tree, day.id)
  const at = indexOf(tree, beside.id) + (before ? 1 : 0)
  placeBlock(tree, day.id, day.parentId, own < at ? at - 1 : at)
}

/** The longest rising part of a list of different numbers. */
function longestRise(numbers: readonly number[]): number[] {
  const tails: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const number of numbers) {
    const at = tails.findIndex((tail) => tail >= number)
    const length = at < 0 ? tails.length : at
    previous.set(number, tails[length - 1])
    tails[length] = number
  }
  const rise: number[] = []
  for (let last = tails.at(-1); last !== undefined; last = previous.get(last)) rise.unshift(last)
  return rise
}
