import fc from 'fast-check'

/** A write of the catalog; numbers pick from the entries and changes that there are at that moment. */
export type CatalogCommand =
  | { do: 'create'; kind: string; parent: number; placeId: string }
  | { do: 'move'; entity: number; parent: number }
  | { do: 'hold'; entity: number; placeId: string }
  | { do: 'remove'; entity: number }
  | { do: 'restore'; entity: number }
  | { do: 'revert'; change: number }

const pick = fc.nat(999)
const placeId = fc.constantFrom('', '', 'P', 'Q')
const kind = fc.constantFrom('destino', 'destino', 'destino', 'punto', 'alojamiento', 'servicio')
const create = fc.record({ do: fc.constant('create' as const), kind, parent: pick, placeId })
const move = fc.record({ do: fc.constant('move' as const), entity: pick, parent: pick })
const hold = fc.record({ do: fc.constant('hold' as const), entity: pick, placeId })
const remove = fc.record({ do: fc.constant('remove' as const), entity: pick })
const restore = fc.record({ do: fc.constant('restore' as const), entity: pick })
const revert = fc.record({ do: fc.constant('revert' as const), change: pick })

const weighted = (...arbitraries: [number, fc.Arbitrary<CatalogCommand>][]) =>
  fc.oneof(...arbitraries.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const catalogWrites = weighted([6, create], [5, move], [1, hold], [3, remove], [3, restore])
export const catalogWritesAndReverts = weighted([6, create], [5, move], [1, hold], [3, remove], [3, restore], [7, revert])
