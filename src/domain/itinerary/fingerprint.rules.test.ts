import { expect, test } from 'vitest'
import { completeDesign, type Design, EXAMPLE_DESIGN } from '../design/index.ts'
import { fingerprintOf, isSynced } from './fingerprint.rules.ts'

const design = completeDesign(EXAMPLE_DESIGN)
const backwards = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(backwards)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, backwards(member)]),
  )
}

test('a design has the same fingerprint in whatever order its members come back', () => {
  expect(fingerprintOf(backwards(design) as Design, '2027-10-04')).toBe(fingerprintOf(design, '2027-10-04'))
  expect(fingerprintOf(design, '2027-10-04')).toMatch(/^[\w-]{22}$/)
})

test.each<[string, Design, string | null]>([
  ['another start', design, '2027-10-05'],
  ['no start', design, null],
  ['a night more', { ...design, stops: design.stops.map((stop) => ({ ...stop, nights: stop.nights + 1 })) }, '2027-10-04'],
  ['stops in another order', { ...design, stops: design.stops.toReversed() }, '2027-10-04'],
  ['another origin', { ...design, originCity: 'Sevilla' }, '2027-10-04'],
  ['no way home', { ...design, returnTransfer: null }, '2027-10-04'],
])('%s makes another fingerprint', (_what, changed, startDate) => {
  const synced = fingerprintOf(design, '2027-10-04')
  expect(fingerprintOf(changed, startDate)).not.toBe(synced)
  expect([isSynced(changed, startDate, synced), isSynced(design, '2027-10-04', synced)]).toEqual([false, true])
})

test('without a design there is nothing to be synced with; with one that never was, the itinerary is not', () => {
  expect([isSynced(null, '2027-10-04', null), isSynced(null, null, 'x'), isSynced(design, null, null)]).toEqual([true, true, false])
})
