import { fingerprintOf, planOf, syncWithPlan, type Tree, treeFrom } from '../itinerary/index.ts'
import type { TemplateContent } from './content.rules.ts'
import { shiftBetween, shiftDesign, shiftSnapshot } from './shift.rules.ts'

/** What a trip made from a template starts with. */
export interface Start extends Pick<TemplateContent, 'design' | 'travelers' | 'presentation'> {
  tree: Tree
  /** In the order of the itinerary; without a start their dates are empty. */
  days: { date: string; title: string }[]
  /** Null where the itinerary of the template did not follow its design. */
  syncedDesign: string | null
}

export function startOf(content: TemplateContent, startDate: string | null): Start {
  const { blocks, travelers, presentation, baseStartDate, wasSynced } = content
  const shift = shiftBetween(baseStartDate, startDate)
  const design = shiftDesign(content.design, shift)
  const tree = treeFrom(blocks.map((block) => shiftSnapshot(block, shift)))
  // saved from an undated trip, it has no dates to shift: those of its calendar are all there are
  if (wasSynced && baseStartDate === null) syncWithPlan(tree, planOf(design, startDate))
  return { design, travelers, presentation, tree, days: daysOf(tree), syncedDesign: wasSynced ? fingerprintOf(design, startDate) : null }
}

const daysOf = (tree: Tree): Start['days'] =>
  [...tree.blocks.values()].flatMap(({ type, data, generated }) =>
    type === 'day' ? [{ date: (generated?.as === 'day' && generated.date) || '', title: String(data.title) }] : [],
  )
