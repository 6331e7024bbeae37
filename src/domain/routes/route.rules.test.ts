import { expect, test } from 'vitest'
import { completeDesign, type Design, EXAMPLE_DESIGN } from '../design/index.ts'
import { summaryOf, undated } from './route.rules.ts'

const DESIGN = completeDesign(EXAMPLE_DESIGN)
const [HELSINKI, TOKYO] = DESIGN.stops as [Design['stops'][number], Design['stops'][number]]

test('a route has no dates, and everything else that its design says', () => {
  const dated = {
    ...DESIGN,
    stops: [{ ...TOKYO, transferBefore: TOKYO.transferBefore && { ...TOKYO.transferBefore, departDate: '2027-10-04' } }],
  }
  expect(undated(dated)).toEqual({ ...DESIGN, stops: [TOKYO] })
  expect(undated({ ...DESIGN, stops: [{ ...TOKYO, transferBefore: null }], returnTransfer: null })).toEqual({
    ...{ ...DESIGN, stops: [{ ...TOKYO, transferBefore: null }], returnTransfer: null },
  })
})

test.each([
  ['no stops', [], { cities: [], nights: 0, stopCount: 0 }],
  ['a stopover counts as a stop, and is no city of the route', [HELSINKI, TOKYO], { cities: ['Tokio'], nights: 5, stopCount: 2 }],
  ['a city that one comes back to is told once', [TOKYO, TOKYO], { cities: ['Tokio'], nights: 10, stopCount: 2 }],
])('%s', (_, stops, summary) => {
  expect(summaryOf({ ...DESIGN, stops })).toEqual(summary)
})
