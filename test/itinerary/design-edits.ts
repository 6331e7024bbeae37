import fc from 'fast-check'
import { completeDesign, type Design } from '../../src/domain/design/index.ts'

type Transfer = NonNullable<Design['returnTransfer']>

export interface Planned {
  design: Design
  startDate: string | null
}

/** What a planner does to a route; numbers pick from the stops that there are. */
export interface DesignEdit {
  edit: 'add' | 'remove' | 'swap' | 'rename' | 'nights' | 'transfer' | 'days' | 'escala' | 'return' | 'start' | 'undate' | 'another'
  stop: number
  other: number
  nights: number
}

export const designEdit: fc.Arbitrary<DesignEdit> = fc.record({
  edit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('add' as const, 'remove' as const, 'swap' as const, 'nights' as const) },
    { weight: 3, arbitrary: fc.constantFrom('rename' as const, 'transfer' as const, 'days' as const, 'start' as const) },
    { weight: 1, arbitrary: fc.constantFrom('escala' as const, 'return' as const, 'undate' as const, 'another' as const) },
  ),
  stop: fc.nat(99),
  other: fc.nat(99),
  nights: fc.nat(4),
})

// some that stand for trouble
const IDS = ['kioto', 'osaka', 'nara', '__proto__', 'constructor', 'kioto\n1', 'lodging kioto', 'x'.repeat(64)]
const CITIES = ['Kioto', 'Osaka', '', 'Nara', 'Kioto']
export const NO_ROUTE: Planned = {
  design: completeDesign({ version: 1, originCity: 'Madrid', returnCity: null, returnTransfer: null, stops: [] }),
  startDate: '2027-10-04',
}

export function edited({ design, startDate }: Planned, { edit, stop: at, other, nights }: DesignEdit): Planned {
  const stops = [...design.stops]
  const index = stops.length === 0 ? -1 : at % stops.length
  const stop = stops[index]
  const put = (changes: Partial<Design['stops'][number]>) => stop && stops.splice(index, 1, { ...stop, ...changes })
  const unused = IDS.find((id) => !stops.some((known) => known.id === id)) as string
  let { returnTransfer } = design
  let start = startDate
  switch (edit) {
    case 'add':
      if (stops.length < IDS.length) stops.splice(other % (stops.length + 1), 0, newStop(unused, at, nights))
      break
    case 'remove':
      if (stop) stops.splice(index, 1)
      break
    case 'swap': {
      const place = other % Math.max(stops.length, 1)
      if (stop) stops.splice(place, 0, ...stops.splice(index, 1))
      break
    }
    case 'rename':
      put({ city: CITIES[other % CITIES.length] as string })
      break
    case 'nights':
      put({ nights })
      break
    case 'transfer':
      put({ transferBefore: stop?.transferBefore ? null : transfer(`to ${stop?.id}`.slice(0, 64), nights % 2) })
      break
    case 'days':
      if (stop?.transferBefore) put({ transferBefore: { ...stop.transferBefore, days: nights % 3 } })
      break
    case 'escala':
      put({ escala: !stop?.escala })
      break
    case 'return':
      returnTransfer = returnTransfer ? null : transfer('home', nights % 2)
      break
    case 'start':
      start = `2027-1${other % 3}-${String((at % 28) + 1).padStart(2, '0')}`
      break
    case 'undate':
      start = null
      break
    case 'another':
      stops.splice(0, stops.length, ...stops.map((known, n) => ({ ...known, id: `new ${other} ${n}`, transferBefore: null })))
      break
  }
  return { design: { ...design, stops, returnTransfer }, startDate: start }
}

const transfer = (id: string, days: number): Transfer =>
  ({
    ...completeDesign({ ...NO_ROUTE.design, returnTransfer: { id, departDate: null, arriveDate: null, days } }).returnTransfer,
  }) as Transfer

const newStop = (id: string, city: number, nights: number): Design['stops'][number] => ({
  ...{
    id,
    city: CITIES[city % CITIES.length] as string,
    nights,
    escala: false,
    place: { placeId: '', lat: null, lng: null, formattedAddress: '' },
  },
  transferBefore: city % 3 === 0 ? null : transfer(`to ${id}`.slice(0, 64), city % 2),
})
