import { expect, test } from 'vitest'
import { completeDesign, EXAMPLE_DESIGN } from '../design/index.ts'
import { isSynced, layOut, snapshotsOf } from '../itinerary/index.ts'
import type { TemplateContent } from './content.rules.ts'
import { startOf } from './start.rules.ts'

const design = completeDesign(EXAMPLE_DESIGN)
const savedOn = (baseStartDate: string | null, wasSynced = true): TemplateContent => ({
  ...{ design, wasSynced, baseStartDate, travelers: 2, presentation: null },
  blocks: snapshotsOf(layOut(design, baseStartDate).tree),
})
const blocks = (tree: Parameters<typeof snapshotsOf>[0]) => snapshotsOf(tree)

test.each([
  ['dated from dated', '2027-10-04', '2028-02-20'],
  ['undated from dated', '2027-10-04', null],
  ['dated from undated', null, '2028-02-20'],
  ['undated from undated', null, null],
])('a synced template gives what its design would be laid out as: %s', (_what, base, start) => {
  const started = startOf(savedOn(base), start)
  const fresh = layOut(design, start)
  expect(blocks(started.tree)).toEqual(blocks(fresh.tree))
  expect(started.days).toEqual(fresh.days)
  expect(isSynced(started.design, start, started.syncedDesign)).toBe(true)
})

test('a template that was not synced keeps its blocks as they are, and the trip is not synced either', () => {
  for (const [base, start] of [
    ['2027-10-04', '2028-02-20'],
    [null, '2028-02-20'],
  ] as const) {
    const { blocks: saved, ...rest } = savedOn(base, false)
    const started = startOf({ ...rest, blocks: saved.slice(0, 3) }, start)
    expect(started.days).toHaveLength(3)
    expect(isSynced(started.design, start, started.syncedDesign)).toBe(false)
  }
})

test('days are told in the order of the itinerary, with the titles that people gave them', () => {
  const content = savedOn('2027-10-04')
  const section = { type: 'section' as const, visibility: 'traveler' as const, data: { title: 'Vuelta' }, layout: null }
  const [first, ...others] = content.blocks as [TemplateContent['blocks'][number]]
  const written = { ...first, data: { title: 'Nos vamos' } }
  const { days } = startOf({ ...content, blocks: [written, { ...section, children: others }] }, '2028-02-29')
  expect(days.slice(0, 2)).toEqual([
    { date: '2028-02-29', title: 'Nos vamos' },
    { date: '2028-03-01', title: 'Tokio' },
  ])
  expect(days).toHaveLength(18)
})
