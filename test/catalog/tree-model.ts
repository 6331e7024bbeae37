import type { Row } from '../undo/undo-model.ts'

/** An entry of the catalog, as far as the tree is concerned. */
export type ModelEntity = Row & { kind: string; parentId: string | null; placeId: string; deleted: boolean }
type Rows = ReadonlyMap<string, ModelEntity>

export const PLACES = ['destino', 'punto']

/** From the inside outwards, the entry itself first; as far as the rows go, once around a circle. */
export function ancestry(rows: Rows, id: string): string[] {
  const above: string[] = []
  for (let at: string | null = id; at !== null && rows.has(at) && !above.includes(at); at = (rows.get(at) as ModelEntity).parentId)
    above.push(at)
  return above
}

export const isLive = (rows: Rows, id: string | null): boolean => id !== null && rows.get(id)?.deleted === false
export const childrenOf = (rows: Rows, id: string): string[] => [...rows.keys()].filter((child) => rows.get(child)?.parentId === id)

/** The entry and the live places below it. */
export const takenWith = (rows: Rows, id: string): string[] => [
  id,
  ...childrenOf(rows, id)
    .filter((child) => isLive(rows, child) && PLACES.includes((rows.get(child) as ModelEntity).kind))
    .flatMap((child) => takenWith(rows, child)),
]

export const mayHang = (kind: string, parent: string): boolean => parent === 'destino' || (parent === 'punto' && !PLACES.includes(kind))

export const holderOf = (rows: Rows, kind: string, placeId: string): string | undefined =>
  placeId === '' ? undefined : [...rows].find(([, row]) => row.kind === kind && row.placeId === placeId && !row.deleted)?.[0]

/** No circle, no live entry below a deleted one, no external place held twice. */
export function isWhole(rows: Rows): boolean {
  const held = new Set<string>()
  for (const [id, { kind, placeId, parentId, deleted }] of rows) {
    if (parentId !== null && ancestry(rows, parentId).includes(id)) return false
    if (deleted) continue
    if (parentId !== null && !isLive(rows, parentId)) return false
    if (placeId !== '' && held.has(`${kind} ${placeId}`)) return false
    held.add(`${kind} ${placeId}`)
  }
  return true
}
