import { type BlockData, type Snapshot, snapshotOf, type Tree, withoutOrigin } from '../itinerary/index.ts'

/** A block of a library: what the design of its trip made of it stays there. */
export type SavedBlock = Omit<Snapshot, 'generated'>

export const savedBlock = (tree: Tree, id: string): SavedBlock => withoutDesign(withoutOrigin(snapshotOf(tree, id)))

const withoutDesign = ({ data: { transferId: _, ...data }, children, ...block }: SavedBlock): SavedBlock => ({
  ...block,
  data,
  children: children.map(withoutDesign),
})

const MAX_TITLE = 200

/** What the block is called; where it has no name, how its text begins; else what it is. */
export function titleOf({ type, data }: Pick<SavedBlock, 'type' | 'data'>): string {
  const said = [data.title, data.name, data.text, wayOf(data), firstLine(data.markdown), data.caption].find(isSaid)
  return (said?.trim() ?? type).slice(0, MAX_TITLE).toWellFormed()
}

const isSaid = (text: unknown): text is string => typeof text === 'string' && text.trim() !== ''
const wayOf = ({ from, to }: BlockData): string | undefined => (isSaid(from) && isSaid(to) ? `${from} → ${to}` : undefined)

/** Without the signs of a heading or a list. */
const firstLine = (markdown: unknown): string | undefined =>
  typeof markdown === 'string'
    ? markdown
        .split('\n')
        .map((line) => line.replace(/^[\s#>*+-]+/, ''))
        .find(isSaid)
    : undefined
