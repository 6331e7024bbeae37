import type { Design } from '../design/index.ts'
import { fingerprintOf } from './fingerprint.rules.ts'
import { plannedDays, planOf } from './plan.rules.ts'
import { syncWithPlan } from './sync.rules.ts'
import { type Tree, treeOf } from './tree.rules.ts'

export interface LaidOut {
  tree: Tree
  days: { date: string; title: string }[]
  syncedDesign: string
}

/** The itinerary that a trip with a design starts with: what a sync makes of nothing. */
export function layOut(design: Design, startDate: string | null): LaidOut {
  const tree = treeOf([])
  const plan = planOf(design, startDate)
  syncWithPlan(tree, plan)
  return { tree, days: plannedDays(plan), syncedDesign: fingerprintOf(design, startDate) }
}
