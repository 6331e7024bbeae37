import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf, lengthOf } from './calendar.rules.ts'
import { completeDesign } from './design.rules.ts'
import { type Design, type DesignInput, EXAMPLE_DESIGN, type TransferInput } from './design.ts'

type StopInput = DesignInput['stops'][number]

const by = (id: string, rest: Partial<TransferInput> = {}): TransferInput => ({ id, departDate: null, arriveDate: null, ...rest })
const stop = (city: string, nights: number, transferBefore: TransferInput | null = null, rest: Partial<StopInput> = {}): StopInput => ({
  ...{ id: city.toLowerCase(), city, nights, transferBefore, ...rest },
})
const route = (stops: StopInput[], returnTransfer: TransferInput | null = null, rest: Partial<DesignInput> = {}): Design =>
  completeDesign({ version: 1, originCity: 'Madrid', returnCity: null, stops, returnTransfer, ...rest })

/** `04-30 Kioto (kioto)`: the date, the title and where the night is spent. */
const told = (design: Design, startDate: string | null = '2027-04-30') =>
  calendarOf(design, startDate).days.map(({ dayNumber, date, title, stopId }) => `${date?.slice(5) ?? dayNumber} ${title} (${stopId})`)

describe('the days of a trip', () => {
  test.each<[string, Design, string[]]>([
    [
      'a day of travel between two cities shows both, and its night is spent in the second',
      route([stop('Osaka', 1), stop('Kioto', 2, by('a'))]),
      ['04-30 Osaka (osaka)', '05-01 Osaka → Kioto (kioto)', '05-02 Kioto (kioto)', '05-03 Kioto (kioto)'],
    ],
    [
      'with a transfer to the first stop and one home, the trip starts and ends at home',
      route([stop('Kioto', 1, by('a'))], by('b')),
      ['04-30 Madrid → Kioto (kioto)', '05-01 Kioto → Madrid (kioto)'],
    ],
    [
      'without a transfer to the first stop the trip begins there, and without a return it ends on the check-out date',
      route([stop('Kioto', 2)], null, { returnCity: 'Madrid' }),
      ['04-30 Kioto (kioto)', '05-01 Kioto (kioto)', '05-02 Kioto (kioto)'],
    ],
    [
      'an overnight flight leaves on one date and lands on the next, and its night belongs to the stop it goes to',
      route([stop('Tokio', 1, by('a', { days: 1 }))], by('b', { days: 1 })),
      ['04-30 Madrid → Tokio (tokio)', '05-01 Tokio (tokio)', '05-02 Tokio → Madrid (tokio)', '05-03 Madrid (tokio)'],
    ],
    [
      'a transfer of several days is under way on each of them until it arrives',
      route([stop('Manaos', 1), stop('Belén', 0, by('boat', { days: 3 }))]),
      [
        '04-30 Manaos (manaos)',
        '05-01 Manaos → Belén (belén)',
        '05-02 Manaos → Belén (belén)',
        '05-03 Manaos → Belén (belén)',
        '05-04 Belén (belén)',
      ],
    ],
    [
      'a stop without nights is passed on the way',
      route([stop('Osaka', 1), stop('Nara', 0, by('a')), stop('Kioto', 1, by('b'))]),
      ['04-30 Osaka (osaka)', '05-01 Osaka → Nara → Kioto (kioto)', '05-02 Kioto (kioto)'],
    ],
    [
      'a stopover before an overnight flight is named on the day it is passed',
      route([stop('Helsinki', 0, by('a'), { escala: true }), stop('Tokio', 1, by('b', { days: 1 }))]),
      ['04-30 Madrid → Helsinki → Tokio (tokio)', '05-01 Tokio (tokio)', '05-02 Tokio (tokio)'],
    ],
    [
      'a stopover between two overnight flights has its day, and no night',
      route([stop('Dubái', 0, by('a', { days: 1 }), { escala: true }), stop('Malé', 1, by('b', { days: 1 }))]),
      ['04-30 Madrid → Dubái (dubái)', '05-01 Dubái → Malé (malé)', '05-02 Malé (malé)', '05-03 Malé (malé)'],
    ],
    [
      'a stopover with a night takes it',
      route([stop('Doha', 1, by('a'), { escala: true }), stop('Malé', 1, by('b'))]),
      ['04-30 Madrid → Doha (doha)', '05-01 Doha → Malé (malé)', '05-02 Malé (malé)'],
    ],
    [
      'an excursion and back on one day names the city twice',
      route([stop('Kioto', 1), stop('Nara', 0, by('a')), stop('Kioto', 1, by('b'), { id: 'again' })]),
      ['04-30 Kioto (kioto)', '05-01 Kioto → Nara → Kioto (again)', '05-02 Kioto (again)'],
    ],
    [
      'two stops in one city, as when the hotel changes, name it once',
      route([stop('Kioto', 1), stop('Kioto', 1, null, { id: 'ryokan' })]),
      ['04-30 Kioto (kioto)', '05-01 Kioto (ryokan)', '05-02 Kioto (ryokan)'],
    ],
    [
      'the return may lead elsewhere than it began',
      route([stop('Kioto', 1, by('a'))], by('b', { days: 1 }), { returnCity: 'Sevilla' }),
      ['04-30 Madrid → Kioto (kioto)', '05-01 Kioto → Sevilla (kioto)', '05-02 Sevilla (kioto)'],
    ],
    ['a trip of one stop without nights has one date', route([stop('Nara', 0)]), ['04-30 Nara (nara)']],
    ['a trip that is only an origin is one date there', route([]), ['04-30 Madrid (null)']],
    [
      'a trip that is only a way from here to there is that way',
      route([], by('a', { days: 2 }), { returnCity: 'Lisboa' }),
      ['04-30 Madrid → Lisboa (null)', '05-01 Madrid → Lisboa (null)', '05-02 Lisboa (null)'],
    ],
    [
      'a city that has no name yet is left out of the titles',
      route([stop('', 1, by('a'), { id: 'x' }), stop('Kioto', 0, by('b'))]),
      ['04-30 Madrid (x)', '05-01 Kioto (kioto)'],
    ],
  ])('%s', (_rule, design, expected) => {
    expect(told(design)).toEqual(expected)
  })

  test.each([
    ['a leap year has its 29th of February', '2028-02-28', ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['other years have none', '2027-02-28', ['2027-02-28', '2027-03-01', '2027-03-02']],
    ['a trip may go over the end of a year', '2027-12-30', ['2027-12-30', '2027-12-31', '2028-01-01']],
    ['clocks that change take no date away', '2027-03-27', ['2027-03-27', '2027-03-28', '2027-03-29']],
    ['the last date there is can be used', '9999-12-29', ['9999-12-29', '9999-12-30', '9999-12-31']],
  ])('%s', (_rule, startDate, expected) => {
    const { days, endDate } = calendarOf(route([stop('Kioto', 2)]), startDate)
    expect(days.map(({ date }) => date)).toEqual(expected)
    expect(endDate).toBe(expected.at(-1))
  })

  test('an undated trip has its days numbered, with no date anywhere', () => {
    const design = route([stop('Osaka', 1, by('a')), stop('Kioto', 1, by('b', { days: 1 }))])
    expect(told(design, null)).toEqual(['1 Madrid → Osaka (osaka)', '2 Osaka → Kioto (kioto)', '3 Kioto (kioto)', '4 Kioto (kioto)'])
    const { endDate, transfers, stops } = calendarOf(design, null)
    expect(endDate).toBeNull()
    expect(transfers.map(({ departDate, arriveDate, departDay, arriveDay }) => [departDate, arriveDate, departDay, arriveDay])).toEqual([
      [null, null, 1, 1],
      [null, null, 2, 3],
    ])
    expect(stops.map(({ checkIn, checkOut, firstDay, lastDay }) => [checkIn, checkOut, firstDay, lastDay])).toEqual([
      [null, null, 1, 2],
      [null, null, 3, 4],
    ])
  })

  test('the example is eighteen dates in Japan', () => {
    const { days, endDate, stops } = calendarOf(completeDesign(EXAMPLE_DESIGN), '2027-10-04')
    expect([days.length, endDate]).toEqual([18, '2027-10-21'])
    expect(days.map(({ title }) => title).filter((title) => title.includes('→'))).toEqual([
      ...['Madrid → Helsinki → Tokio', 'Tokio → Hakone', 'Hakone → Kioto', 'Kioto → Hiroshima', 'Hiroshima → Osaka', 'Osaka → Madrid'],
    ])
    expect(stops.filter(({ escala }) => escala).map(({ city }) => city)).toEqual(['Helsinki'])
  })
})

describe('the stops of a trip', () => {
  test('are checked into on the day of arrival and out of on the day of departure', () => {
    const design = route([stop('Osaka', 2, by('a', { days: 1 })), stop('Nara', 0, by('b')), stop('Kioto', 3, by('c'))], by('d'))
    expect(calendarOf(design, '2027-04-30').stops).toEqual([
      ...[{ id: 'osaka', city: 'Osaka', firstDay: 2, nights: 2, lastDay: 4, checkIn: '2027-05-01', checkOut: '2027-05-03', escala: false }],
      ...[{ id: 'nara', city: 'Nara', firstDay: 4, nights: 0, lastDay: 4, checkIn: '2027-05-03', checkOut: '2027-05-03', escala: false }],
      ...[{ id: 'kioto', city: 'Kioto', firstDay: 4, nights: 3, lastDay: 7, checkIn: '2027-05-03', checkOut: '2027-05-06', escala: false }],
    ])
  })
})

describe('the transfers of a trip', () => {
  test('tell from where to where, and take their dates from the calendar', () => {
    const design = route([stop('Osaka', 2, by('there', { days: 1 })), stop('Nara', 0), stop('Kioto', 1, by('train'))], by('home'))
    expect(calendarOf(design, '2027-04-30').transfers).toEqual([
      { id: 'there', from: 'Madrid', to: 'Osaka', departDate: '2027-04-30', arriveDate: '2027-05-01', departDay: 1, arriveDay: 2 },
      { id: 'train', from: 'Nara', to: 'Kioto', departDate: '2027-05-03', arriveDate: '2027-05-03', departDay: 4, arriveDay: 4 },
      { id: 'home', from: 'Kioto', to: 'Madrid', departDate: '2027-05-04', arriveDate: '2027-05-04', departDay: 5, arriveDay: 5 },
    ])
  })

  test.each([
    ['dates that were written down are shown as they are', by('a', { departDate: '2027-05-09', arriveDate: '2027-05-12' })],
    ['a missing arrival follows from the departure', by('a', { departDate: '2027-05-09' }), '2027-05-09', '2027-05-10'],
    ['a missing departure follows from the arrival', by('a', { arriveDate: '2027-05-09' }), '2027-05-08', '2027-05-09'],
    [
      'a missing arrival after the last date there is follows the calendar',
      by('a', { departDate: '9999-12-31' }),
      '9999-12-31',
      '2027-05-01',
    ],
    ['a missing departure before the first date there is does too', by('a', { arriveDate: '0001-01-01' }), '2027-04-30', '0001-01-01'],
  ])('%s, and they move no day', (_rule, transfer, departDate = '2027-05-09', arriveDate = '2027-05-12') => {
    const withDates = calendarOf(route([stop('Osaka', 2, { ...transfer, days: 1 })]), '2027-04-30')
    expect(withDates.transfers).toEqual([{ id: 'a', from: 'Madrid', to: 'Osaka', departDate, arriveDate, departDay: 1, arriveDay: 2 }])
    const { days, stops } = calendarOf(route([stop('Osaka', 2, by('a', { days: 1 }))]), '2027-04-30')
    expect([withDates.days, withDates.stops]).toEqual([days, stops])
  })

  test('of an undated trip show the dates that were written down, and no others', () => {
    const design = route([stop('Osaka', 2, by('a', { departDate: '2027-05-09', days: 1 }))])
    expect(calendarOf(design, null).transfers).toMatchObject([{ departDate: '2027-05-09', arriveDate: null }])
  })
})

test('the longest design is measured without building it: 60 stops of 365 nights, with a month of travel to each', () => {
  const longest = route(
    Array.from({ length: 60 }, (_, n) => stop('Kioto', 365, by(`t${n}`, { days: 30 }), { id: `s${n}` })),
    by('home', { days: 30 }),
  )
  expect(lengthOf(longest)).toBe(1 + 60 * 395 + 30)
})

test('sixty stops are visited in their order', () => {
  const { days, stops } = calendarOf(route(Array.from({ length: 60 }, (_, n) => stop(`C${n}`, 1, by(`t${n}`)))), '2027-01-01')
  expect(days.map(({ stopId }) => stopId)).toEqual([...Array.from({ length: 60 }, (_, n) => `c${n}`), 'c59'])
  expect(stops.map(({ firstDay, lastDay }) => [firstDay, lastDay])).toEqual(Array.from({ length: 60 }, (_, n) => [n + 1, n + 2]))
})

const anyDate = fc.integer({ min: 0, max: 3_500_000 }).map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }).toString())
const anyTransfer = fc.record({
  departDate: fc.option(anyDate),
  arriveDate: fc.option(anyDate),
  days: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 30 })),
})
const anyStop = fc.record({
  city: fc.constantFrom('Osaka', 'Kioto', 'Nara', ''),
  nights: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 12 })),
  transferBefore: fc.option(anyTransfer),
  escala: fc.boolean(),
})
const anyDesign = fc
  .record({
    stops: fc.array(anyStop, { maxLength: 12 }),
    returnTransfer: fc.option(anyTransfer),
    returnCity: fc.constantFrom(null, 'Sevilla'),
  })
  .map(({ stops, returnTransfer, returnCity }) =>
    route(
      stops.map((rest, n) => ({ ...rest, id: `s${n}`, transferBefore: rest.transferBefore && by(`t${n}`, rest.transferBefore) })),
      returnTransfer && by('home', returnTransfer),
      { returnCity },
    ),
  )

describe('of any design', () => {
  test('the dates follow one another from startDate to endDate: one, and one for every night and every day of travel', () => {
    fc.assert(
      fc.property(anyDesign, anyDate, (design, startDate) => {
        const { days, endDate } = calendarOf(design, startDate)
        const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
        const transfers = [...design.stops.map(({ transferBefore }) => transferBefore), design.returnTransfer]
        expect(days.length).toBe(1 + sum(design.stops.map(({ nights }) => nights)) + sum(transfers.map((transfer) => transfer?.days ?? 0)))
        expect(lengthOf(design)).toBe(days.length)
        expect([days[0]?.date, days.at(-1)?.date]).toEqual([startDate, endDate])
        days.forEach(({ dayNumber, date }, index) => {
          expect(dayNumber).toBe(index + 1)
          expect(Temporal.PlainDate.from(startDate).until(date as string).days).toBe(index)
        })
      }),
    )
  })

  test('every stop with nights has a day for each, in the order of the stops, and none runs backwards', () => {
    fc.assert(
      fc.property(anyDesign, anyDate, (design, startDate) => {
        const { days, stops } = calendarOf(design, startDate)
        let before = 1
        for (const { id, nights, firstDay, lastDay, checkIn, checkOut } of stops) {
          expect(firstDay).toBeGreaterThanOrEqual(before)
          expect(lastDay - firstDay).toBe(nights)
          expect(days.slice(firstDay - 1, lastDay - 1).every(({ stopId }) => stopId === id)).toBe(true)
          expect([days[firstDay - 1]?.date, days[lastDay - 1]?.date]).toEqual([checkIn, checkOut])
          before = lastDay
        }
        expect(stops.map(({ id }) => id)).toEqual(design.stops.map(({ id }) => id))
        expect(days.at(-1)?.stopId).toBe(design.stops.at(-1)?.id ?? null)
      }),
    )
  })

  test('the transfers are those of the design in order, each between the days that it joins', () => {
    fc.assert(
      fc.property(anyDesign, anyDate, (design, startDate) => {
        const asked = [...design.stops.map(({ transferBefore }) => transferBefore), design.returnTransfer].filter((one) => one !== null)
        const { days, transfers } = calendarOf(design, startDate)
        expect(transfers.map(({ id, departDay, arriveDay }) => [id, arriveDay - departDay])).toEqual(
          asked.map(({ id, days }) => [id, days]),
        )
        for (const { departDay, arriveDay, to } of transfers) {
          expect(days[departDay - 1]).toBeDefined()
          expect(to === '' || days[arriveDay - 1]?.cities.includes(to)).toBe(true)
        }
      }),
    )
  })

  test('no title names a city twice in a row, and an undated trip differs in its dates alone', () => {
    fc.assert(
      fc.property(anyDesign, anyDate, (design, startDate) => {
        const dated = calendarOf(design, startDate).days
        for (const { title, cities } of dated) {
          expect(title).toBe(cities.join(' → '))
          expect(cities.some((city, index) => city === cities[index - 1])).toBe(false)
        }
        expect(calendarOf(design, null).days).toEqual(dated.map((day) => ({ ...day, date: null })))
      }),
    )
  })
})
