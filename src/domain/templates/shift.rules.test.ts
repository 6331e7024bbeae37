import { describe, expect, test } from 'vitest'
import { completeDesign, EXAMPLE_DESIGN } from '../design/index.ts'
import type { Snapshot } from '../itinerary/index.ts'
import { shiftBetween, shiftDesign, shiftSnapshot } from './shift.rules.ts'

describe('a date of a template', () => {
  test.each([
    ['stays with the same start', '2027-10-04', '2027-10-04', '2027-10-10', '2027-10-10'],
    ['moves forward', '2027-10-04', '2028-10-04', '2027-10-05', '2028-10-05'],
    ['moves back', '2027-10-04', '2026-12-31', '2027-10-05', '2027-01-01'],
    ['into a leap day', '2027-02-20', '2028-02-20', '2027-03-01', '2028-02-29'],
    ['out of a leap day', '2028-02-20', '2027-02-20', '2028-02-29', '2027-03-01'],
    ['across a leap day, by days and not by years', '2028-02-28', '2029-02-28', '2028-03-01', '2029-03-02'],
    ['over the end of a year', '2027-12-30', '2030-01-02', '2028-01-01', '2030-01-04'],
    ['that lies before the start', '2027-10-04', '2027-11-04', '2027-10-03', '2027-11-03'],
    ['is not known after the year 9999', '2027-10-04', '9999-12-30', '2027-10-07', null],
    ['is not known before the year 1', '2027-10-04', '0001-01-01', '2027-10-03', null],
    ['is not known without a start', '2027-10-04', null, '2027-10-04', null],
    ['is not known where the template had none', null, '2027-10-04', '2027-10-04', null],
  ])('%s', (_what, base, start, date, shifted) => {
    expect(shiftBetween(base, start)(date)).toBe(shifted)
  })
})

const nextYear = shiftBetween('2027-10-04', '2028-10-04')
const undated = shiftBetween('2027-10-04', null)
const outbound = { id: 'out', departDate: '2027-10-03', arriveDate: null }

test('of a design the dates that were written down shift, and those that follow the calendar still follow it', () => {
  const { stops, ...rest } = EXAMPLE_DESIGN
  const [first, ...others] = stops as [(typeof stops)[number]]
  const design = completeDesign({
    ...{ ...rest, stops: [{ ...first, transferBefore: outbound }, ...others] },
    returnTransfer: { id: 'home', departDate: null, arriveDate: '2027-10-22' },
  })
  const shifted = shiftDesign(design, nextYear)
  expect(shifted.stops[0]?.transferBefore).toMatchObject({ departDate: '2028-10-03', arriveDate: null })
  expect(shifted.returnTransfer).toMatchObject({ departDate: null, arriveDate: '2028-10-22' })
  expect(shifted.stops.slice(1)).toEqual(design.stops.slice(1))

  const unknown = shiftDesign(design, undated)
  expect(unknown.stops[0]?.transferBefore).toMatchObject({ departDate: null, arriveDate: null })
  expect(unknown.returnTransfer).toMatchObject({ departDate: null, arriveDate: null })
})

test('a design without transfers stays as it is', () => {
  const design = completeDesign({
    ...{ version: 1, originCity: 'Madrid', returnCity: null, returnTransfer: null },
    stops: [{ id: 's', city: 'Soria', nights: 1, transferBefore: null }],
  })
  expect(shiftDesign(design, nextYear)).toEqual(design)
})

const block = (type: Snapshot['type'], data: object, rest: Partial<Snapshot> = {}): Snapshot => ({
  ...{ type, visibility: 'traveler', data: data as Snapshot['data'], layout: null, children: [] },
  ...rest,
})

const made = { departDate: '2027-10-04', from: 'Madrid', to: 'Tokio' }
const day = block(
  'day',
  { title: 'Tokio' },
  {
    generated: { as: 'day', stopId: 'tokio', index: 0, dayNumber: 1, date: '2027-10-04', made: { title: 'Tokio' } },
    children: [
      block('transfer', { ...made, arriveDate: '2027-10-06' }, { generated: { as: 'transfer', transferId: 't', on: 'tokio\n0', made } }),
      block('lodging', { name: 'Ryokan', checkIn: '2027-10-04', checkOut: '2027-10-05', nights: 1 }),
      block('text', { markdown: 'El 2027-10-04 llegamos' }),
    ],
  },
)

test('of a block every date shifts, at any depth, in what was made of it too, and nothing else', () => {
  const shifted = shiftSnapshot(day, nextYear)
  expect(shifted).toMatchObject({ data: { title: 'Tokio' }, generated: { date: '2028-10-04', dayNumber: 1, made: { title: 'Tokio' } } })
  const [transfer, lodging, text] = shifted.children
  expect(transfer?.data).toEqual({ ...made, departDate: '2028-10-04', arriveDate: '2028-10-06' })
  expect(transfer?.generated).toMatchObject({ made: { ...made, departDate: '2028-10-04' } })
  expect(lodging?.data).toEqual({ name: 'Ryokan', checkIn: '2028-10-04', checkOut: '2028-10-05', nights: 1 })
  expect(lodging).not.toHaveProperty('generated')
  expect(text?.data).toEqual({ markdown: 'El 2027-10-04 llegamos' })
})

test('without a start a block has no dates, and its day none', () => {
  const shifted = shiftSnapshot(day, undated)
  expect(shifted.generated).toMatchObject({ date: null, dayNumber: 1 })
  const [transfer, lodging] = shifted.children
  expect(transfer?.data).toEqual({ from: 'Madrid', to: 'Tokio' })
  expect(transfer?.generated).toMatchObject({ made: { from: 'Madrid', to: 'Tokio' } })
  expect(lodging?.data).toEqual({ name: 'Ryokan', nights: 1 })
})

test('the template itself is left as it is', () => {
  const before = structuredClone(day)
  shiftSnapshot(day, nextYear)
  expect(day).toEqual(before)
})
