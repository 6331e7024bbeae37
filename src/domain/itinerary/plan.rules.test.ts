import { expect, test } from 'vitest'
import { completeDesign, type Design, type DesignInput, EXAMPLE_DESIGN } from '../design/index.ts'
import { dataMistakes } from './data.rules.ts'
import { plannedDays, planOf } from './plan.rules.ts'

const designed = (stops: DesignInput['stops'], more: Partial<DesignInput> = {}): Design =>
  completeDesign({ version: 1, originCity: 'Madrid', returnCity: null, returnTransfer: null, stops, ...more })
const stop = (id: string, nights: number, more: Partial<DesignInput['stops'][number]> = {}) => ({
  ...{ id, city: id.toUpperCase(), nights, transferBefore: null, ...more },
})
const travel = (id: string, more: object = {}) => ({ id, departDate: null, arriveDate: null, ...more })
const keys = (design: Design) => planOf(design, '2027-10-04').days.map(({ stopId, index }) => `${stopId}${index}`)
const pieces = (design: Design, startDate: string | null = '2027-10-04') =>
  planOf(design, startDate).days.map(({ pieces }) =>
    pieces.map((piece) => (piece.as === 'transfer' ? piece.transferId : `sleep ${piece.stopId}`)),
  )

test.each([
  ['no stops', designed([]), ['0']],
  ['no stops and two days home', designed([], { returnTransfer: travel('r', { days: 2 }) }), ['0', '1', '2']],
  ['a stop', designed([stop('k', 2)]), ['k0', 'k1', 'k2']],
  ['two stops: the day between is of the one where its night is', designed([stop('k', 2), stop('o', 1)]), ['k0', 'k1', 'o0', 'o1']],
  ['a stop without nights', designed([stop('k', 0), stop('o', 1)]), ['o0', 'o1']],
  [
    'a night under way comes before the arrival',
    designed([stop('k', 1, { transferBefore: travel('t', { days: 2 }) })]),
    ['k-2', 'k-1', 'k0', 'k1'],
  ],
  ['the way home is of the last stop', designed([stop('k', 1)], { returnTransfer: travel('r', { days: 1 }) }), ['k0', 'k1', 'k2']],
])('%s: each day belongs to a stop, and is counted from the arrival there', (_what, design, expected) => {
  expect(keys(design)).toEqual(expected)
})

test('nights more or fewer, here or elsewhere, leave the days that stay what they were', () => {
  const before = designed([stop('k', 2, { transferBefore: travel('t') }), stop('o', 3), stop('h', 1)])
  const after = designed([stop('k', 2, { transferBefore: travel('t', { days: 1 }) }), stop('o', 1), stop('h', 2)])
  expect(keys(before)).toEqual(['k0', 'k1', 'o0', 'o1', 'o2', 'h0', 'h1'])
  expect(keys(after)).toEqual(['k-1', 'k0', 'k1', 'o0', 'h0', 'h1', 'h2'])
})

test('a day has those who leave on it, then those who arrive to sleep', () => {
  const design = designed([stop('k', 2, { transferBefore: travel('a') }), stop('o', 1, { transferBefore: travel('b') })], {
    returnTransfer: travel('r', { days: 1 }),
  })
  expect(pieces(design)).toEqual([['a', 'sleep k'], [], ['b', 'sleep o'], ['r'], []])
})

test('nobody sleeps at a stopover, nor where there are no nights', () => {
  expect(pieces(designed([stop('k', 1, { escala: true }), stop('o', 0), stop('h', 1)])).flat()).toEqual(['sleep h'])
})

test('a transfer says what the design knows of it, and nothing of what it does not', () => {
  const known = { departTime: '10:00', flight: { flightNo: 'AY73' }, days: 1 }
  const design = designed([stop('k', 1, { transferBefore: travel('a', known) }), stop('o', 1, { transferBefore: travel('b') })])
  const [a, b] = planOf(design, '2027-10-04')
    .days.flatMap((day) => day.pieces)
    .filter(({ as }) => as === 'transfer')
  expect(a?.made).toEqual({
    ...{ from: 'Madrid', to: 'K', departDate: '2027-10-04', departTime: '10:00', arriveDate: '2027-10-05', transferId: 'a', mode: 'avion' },
    flight: { flightNo: 'AY73', airline: '', fromAirport: '', toAirport: '', source: '', fetchedAt: '', scheduleValidFor: '' },
  })
  expect(b?.made).toEqual({ from: 'K', to: 'O', departDate: '2027-10-06', arriveDate: '2027-10-06', transferId: 'b' })
})

test('a lodging has its nights, and its place where there is one', () => {
  const design = designed([stop('k', 2, { place: { lat: 0 } }), stop('o', 1, { city: '' })])
  const made = planOf(design, '2027-10-04').days.flatMap((day) => day.pieces.map((piece) => piece.made))
  expect(made).toEqual([
    {
      ...{ name: 'Alojamiento en K', checkIn: '2027-10-04', checkOut: '2027-10-06', nights: 2 },
      place: { placeId: '', lat: 0, lng: null, formattedAddress: '' },
    },
    { name: 'Alojamiento', checkIn: '2027-10-06', checkOut: '2027-10-07', nights: 1 },
  ])
})

test('an undated trip has numbered days and no dates anywhere', () => {
  const plan = planOf(completeDesign(EXAMPLE_DESIGN), null)
  expect(plan.days.map(({ dayNumber }) => dayNumber)).toEqual(Array.from({ length: 18 }, (_, n) => n + 1))
  expect([plan.endDate, ...plan.days.map(({ date }) => date)].every((date) => date === null)).toBe(true)
  expect(JSON.stringify(plan)).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  expect(plannedDays(plan)[0]).toEqual({ date: '', title: 'Madrid → Helsinki → Tokio' })
})

test('what a design makes is always something that people could have written', () => {
  const long = 'Ñ'.repeat(200)
  const odd = ['__proto__', 'constructor', ' ', '\n0', '“', 'x'.repeat(64)]
  const stops = odd.map((id) =>
    stop(id, 1, { city: long + id.slice(0, 0), transferBefore: travel(id, { flight: { airline: 'x'.repeat(500) } }) }),
  )
  const passing = Array.from({ length: 50 }, (_, n) => stop(`p${n}`, 0, { city: `${n}${long.slice(3)}` }))
  for (const design of [designed([...stops, ...passing]), designed([]), designed([stop('k', 1, { city: '' })], { originCity: '' })]) {
    const plan = planOf(design, '2027-10-04')
    for (const day of plan.days) {
      expect(dataMistakes('day', day.made, 'data')).toEqual([])
      for (const piece of day.pieces) expect(dataMistakes(piece.as, piece.made, 'data')).toEqual([])
    }
    expect(new Set(plan.days.map(({ stopId, index }) => JSON.stringify([stopId, index]))).size).toBe(plan.days.length)
  }
})

test('a title that would be longer than people may write ends in …', () => {
  const stops = Array.from({ length: 9 }, (_, n) => stop(`p${n}`, 0, { city: `${n}`.repeat(100) }))
  const title = String(planOf(designed(stops), null).days[0]?.made.title)
  expect([title.length, title.at(-1)]).toEqual([500, '…'])
})
