import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valuesOf } from '../../../test/road/from-schema.ts'
import { mistakes } from '../../operations/input.ts'
import { completeDesign, designMistakes } from './design.rules.ts'
import { Design, DesignInput, EXAMPLE_DESIGN } from './design.ts'

const EMPTY_PLACE = { placeId: '', lat: null, lng: null, formattedAddress: '' }
const EMPTY_FLIGHT = {
  ...{ flightNo: '', airline: '', fromAirport: '', toAirport: '', source: '', fetchedAt: '', scheduleValidFor: '' },
}
const transfer = (id: string, rest = {}) => ({ id, departDate: null, arriveDate: null, ...rest })
const stop = (id: string, rest = {}) => ({ id, city: 'Kioto', nights: 1, transferBefore: null, ...rest })
const design = (stops: DesignInput['stops'], rest: Partial<DesignInput> = {}): DesignInput => ({
  ...{ version: 1, originCity: 'Madrid', returnCity: null, stops, returnTransfer: null, ...rest },
})

// biome-ignore lint/suspicious/noExplicitAny: any value that the schema takes
const anyInput = valuesOf(DesignInput, []) as fc.Arbitrary<any>

describe('a design in a request', () => {
  test('may be the example', () => {
    expect(mistakes(DesignInput, EXAMPLE_DESIGN)).toEqual([])
    expect(designMistakes(completeDesign(EXAMPLE_DESIGN), '2027-10-04')).toEqual([])
  })

  test('may have sixty stops', () => {
    const stops = (count: number) => Array.from({ length: count }, (_, n) => stop(`s${n}`))
    expect(mistakes(DesignInput, design(stops(60)))).toEqual([])
    expect(mistakes(DesignInput, design(stops(61))).map(({ path }) => path)).toEqual(['stops'])
  })

  test.each([
    ['an empty time, as nobody knows it yet', { transferBefore: transfer('t', { departTime: '' }) }],
    ['midnight', { transferBefore: transfer('t', { departTime: '00:00' }) }],
    ['the last minute of a day', { transferBefore: transfer('t', { arriveTime: '23:59' }) }],
    ['a month under way', { transferBefore: transfer('t', { days: 30 }) }],
    ['a year of nights', { nights: 365 }],
    ['a leap day', { transferBefore: transfer('t', { departDate: '2028-02-29' }) }],
    ['a part of a place', { place: { lat: -90, lng: 180 } }],
    ['a part of a flight', { transferBefore: transfer('t', { flight: { flightNo: 'AY73' } }) }],
  ])('takes %s', (_what, rest) => {
    expect(mistakes(DesignInput, design([stop('a', rest)]))).toEqual([])
  })

  test.each([
    ['nights', { nights: 366 }],
    ['nights', { nights: -1 }],
    ['nights', { nights: 1.5 }],
    ['nights', { nights: null }],
    ['id', { id: '' }],
    ['id', { id: 'x'.repeat(65) }],
    ['city', { city: 'x'.repeat(201) }],
    ['escala', { escala: 'sí' }],
    ['hotel', { hotel: 'Ritz' }],
    ['transferBefore', { transferBefore: 'tren' }],
    ['transferBefore.id', { transferBefore: { departDate: null, arriveDate: null } }],
    ['transferBefore.departDate', { transferBefore: { id: 't', arriveDate: null } }],
    ['transferBefore.departDate', { transferBefore: transfer('t', { departDate: '2027-02-29' }) }],
    ['transferBefore.arriveDate', { transferBefore: transfer('t', { arriveDate: '' }) }],
    ['transferBefore.days', { transferBefore: transfer('t', { days: 31 }) }],
    ['transferBefore.departTime', { transferBefore: transfer('t', { departTime: '24:00' }) }],
    ['transferBefore.departTime', { transferBefore: transfer('t', { departTime: '9:30' }) }],
    ['transferBefore.arriveTime', { transferBefore: transfer('t', { arriveTime: '09:30:00' }) }],
    ['transferBefore.mode', { transferBefore: transfer('t', { mode: 'tren' }) }],
    ['transferBefore.flight.seat', { transferBefore: transfer('t', { flight: { seat: '1A' } }) }],
    ['place.lat', { place: { lat: 90.1 } }],
    ['place.lng', { place: { lng: -180.1 } }],
    ['place.name', { place: { name: 'Ritz' } }],
  ])('is refused at stops[0].%s with %j', (path, rest) => {
    const found = mistakes(DesignInput, design([stop('a', rest)]))
    expect(found.map((mistake) => mistake.path)).toEqual([`stops[0].${path}`])
  })

  test.each(['version', 'originCity', 'stops', 'returnCity', 'returnTransfer'] as const)('is refused without %s', (member) => {
    const { [member]: _, ...rest } = design([])
    expect(mistakes(DesignInput, rest)).toEqual([{ path: member, message: 'is required' }])
  })

  test('is of version 1', () => {
    expect(mistakes(DesignInput, { ...design([]), version: 2 }).map(({ path }) => path)).toEqual(['version'])
  })
})

describe('a completed design', () => {
  test('has the defaults of the contract where nothing was said', () => {
    const asked = design([stop('a', { transferBefore: transfer('t') })], { returnTransfer: transfer('r') })
    const defaults = { days: 0, departTime: '', arriveTime: '', flight: EMPTY_FLIGHT }
    expect(completeDesign(asked)).toEqual({
      ...{ version: 1, originCity: 'Madrid', returnCity: null, originPlace: EMPTY_PLACE, returnPlace: EMPTY_PLACE },
      stops: [{ id: 'a', city: 'Kioto', nights: 1, transferBefore: { ...transfer('t'), ...defaults }, escala: false, place: EMPTY_PLACE }],
      returnTransfer: { ...transfer('r'), ...defaults },
    })
  })

  test('keeps what was said, and completes places and flights member by member', () => {
    const flight = { airline: 'Finnair' }
    const place = { lat: 35.01, lng: 135.77 }
    const asked = design([stop('a', { escala: true, place, transferBefore: transfer('t', { days: 2, departTime: '10:00', flight }) })])
    expect(completeDesign({ ...asked, originPlace: { placeId: 'x' } })).toMatchObject({
      originPlace: { ...EMPTY_PLACE, placeId: 'x' },
      stops: [
        {
          escala: true,
          place: { ...EMPTY_PLACE, ...place },
          transferBefore: { days: 2, departTime: '10:00', arriveTime: '', flight: { ...EMPTY_FLIGHT, ...flight } },
        },
      ],
    })
  })

  test('is whole, keeps all that was said, and stays the same when it is completed again', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const before = structuredClone(input)
        const once = completeDesign(input)
        expect(mistakes(Design, once)).toEqual([])
        expect(once).toMatchObject(input)
        expect(completeDesign(once)).toEqual(once)
        expect(input).toEqual(before)
      }),
    )
  })

  test('may be sent back as it was answered', () => {
    expect(mistakes(DesignInput, completeDesign(EXAMPLE_DESIGN))).toEqual([])
  })
})

describe('the rules of a route', () => {
  const UNIQUE_STOP = 'must be unique: another stop of the design has it'
  const UNIQUE_TRANSFER = 'must be unique: another transfer of the design has it'
  const long = (nights: number, days = 0) =>
    design([stop('a', { nights: Math.min(nights, 365) }), stop('b', { nights: Math.max(nights - 365, 0) })], {
      returnTransfer: transfer('r', { days }),
    })

  test.each<[string, DesignInput, string | null, { path: string; message: string }[]]>([
    ['a stop may be named like a transfer', design([stop('a', { transferBefore: transfer('a') })]), '2027-01-01', []],
    [
      'two stops with one id are told at the later one',
      design([stop('a'), stop('b'), stop('a'), stop('a')]),
      '2027-01-01',
      [
        { path: 'design.stops[2].id', message: UNIQUE_STOP },
        { path: 'design.stops[3].id', message: UNIQUE_STOP },
      ],
    ],
    [
      'two transfers with one id are told at the later one, the return among them',
      design([stop('a', { transferBefore: transfer('t') }), stop('b'), stop('c', { transferBefore: transfer('t') })], {
        returnTransfer: transfer('t'),
      }),
      '2027-01-01',
      [
        { path: 'design.stops[2].transferBefore.id', message: UNIQUE_TRANSFER },
        { path: 'design.returnTransfer.id', message: UNIQUE_TRANSFER },
      ],
    ],
    ['stops without transfers have no ids to repeat', design([stop('a'), stop('b')]), '2027-01-01', []],
    ['a trip that waits for its first date may have one', design([]), null, []],
    ['a trip may have 731 dates', long(730), '2027-01-01', []],
    [
      'a trip of 732 dates is too long',
      long(731),
      '2027-01-01',
      [{ path: 'design', message: 'may take at most 731 dates: its nights and days of travel make 732' }],
    ],
    [
      'days of travel count as nights do',
      long(729, 2),
      '2027-01-01',
      [{ path: 'design', message: 'may take at most 731 dates: its nights and days of travel make 732' }],
    ],
    ['a trip may end on the last date there is', long(30), '9999-12-01', []],
    [
      'a trip that would end after it starts too late',
      long(31),
      '9999-12-01',
      [{ path: 'startDate', message: 'is too late: the trip would end after the year 9999' }],
    ],
    [
      'an arrival dated before its departure is taken: who flies east over the date line lands the evening before',
      design([stop('a', { transferBefore: transfer('t', { departDate: '2027-05-02', arriveDate: '2027-05-01' }) })]),
      '2027-05-02',
      [],
    ],
    [
      'all mistakes are told at once',
      design([stop('a', { nights: 365 }), stop('a', { nights: 365 }), stop('c')]),
      null,
      [
        { path: 'design.stops[1].id', message: UNIQUE_STOP },
        { path: 'design', message: 'may take at most 731 dates: its nights and days of travel make 732' },
      ],
    ],
  ])('%s', (_rule, asked, startDate, expected) => {
    expect(designMistakes(completeDesign(asked), startDate)).toEqual(expected)
  })

  test('the longest design there can be is refused by its length, whenever it starts', () => {
    const stops = Array.from({ length: 60 }, (_, n) => stop(`s${n}`, { nights: 365, transferBefore: transfer(`t${n}`, { days: 30 }) }))
    for (const startDate of ['2027-01-01', '9999-12-31']) {
      expect(designMistakes(completeDesign(design(stops)), startDate)).toEqual([
        { path: 'design', message: 'may take at most 731 dates: its nights and days of travel make 23701' },
      ])
    }
  })
})
