import type { Design } from '../design/index.ts'
import { isSynced, type Snapshot, snapshotsOf, type Tree } from '../itinerary/index.ts'
import type { Presentation, Trip } from '../trips/index.ts'
import type { Template } from './template.ts'

/** How people know a template. */
export type TemplateLabels = Pick<Template, 'title' | 'description' | 'tags' | 'coverUrl'>

/** What a trip made from it starts with. */
export interface TemplateContent {
  design: Design
  blocks: Snapshot[]
  /** Whether the itinerary followed the design. */
  wasSynced: boolean
  travelers: number | null
  presentation: Presentation | null
  baseStartDate: string | null
}

/** The trip as it is now: its itinerary is not synced first. */
export const contentOf = (
  { startDate, travelers, presentation }: Trip,
  design: Design,
  { tree, syncedDesign }: { tree: Tree; syncedDesign: string | null },
): TemplateContent => ({
  ...{ design, travelers, presentation, baseStartDate: startDate },
  blocks: snapshotsOf(tree),
  wasSynced: isSynced(design, startDate, syncedDesign),
})
