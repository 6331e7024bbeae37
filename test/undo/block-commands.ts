import fc from 'fast-check'

/** An itinerary write; numbers pick from the blocks and changes that there are at that moment. */
export type BlockCommand =
  | { do: 'insert'; parent: number; after: number; text: string }
  | { do: 'move'; block: number; parent: number; after: number; text: string }
  | { do: 'update'; block: number; text: string }
  | { do: 'remove'; block: number }
  | { do: 'revert'; change: number }

const pick = fc.nat(999)
const text = fc.constantFrom('A', 'B', 'C')
const insert = fc.record({ do: fc.constant('insert' as const), parent: pick, after: pick, text })
const move = fc.record({ do: fc.constant('move' as const), block: pick, parent: pick, after: pick, text })
const update = fc.record({ do: fc.constant('update' as const), block: pick, text })
const remove = fc.record({ do: fc.constant('remove' as const), block: pick })
const revert = fc.record({ do: fc.constant('revert' as const), change: pick })

const weighted = (...arbitraries: [number, fc.Arbitrary<BlockCommand>][]) =>
  fc.oneof(...arbitraries.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const blockWrites = weighted([6, insert], [4, move], [2, update], [2, remove])
export const blockWritesAndReverts = weighted([6, insert], [4, move], [2, update], [2, remove], [7, revert])
