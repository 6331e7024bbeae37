export type BlockRow = [
  id: string,
  parentId: string | null,
  ref: string,
  type: string,
  visibility: string,
  data: object,
  layout: object | null,
]

interface Shown {
  children: Shown[]
}

/** Blocks in order, each put into its parent. */
export function nested(rows: BlockRow[]): Shown[] {
  const shown = new Map(
    rows.map(([id, , ref, type, visibility, data, layout]) => [id, { id, ref, type, visibility, data, layout, children: [] as Shown[] }]),
  )
  const root: Shown[] = []
  for (const [id, parentId] of rows) (parentId === null ? root : (shown.get(parentId) as Shown).children).push(shown.get(id) as Shown)
  return root
}
