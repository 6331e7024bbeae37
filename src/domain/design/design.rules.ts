import type { FieldError } from '../../operations/problem.ts'
import { lengthOf, MAX_TRIP_DATES } from './calendar.rules.ts'
import type { Design, DesignInput, Flight, Place, Stop, Transfer, TransferInput } from './design.ts'

const LAST_YEAR = 9999

export const EMPTY_PLACE: Place = { placeId: '', lat: null, lng: null, formattedAddress: '' }
export const EMPTY_FLIGHT: Flight = {
  flightNo: '',
  airline: '',
  fromAirport: '',
  toAirport: '',
  source: '',
  fetchedAt: '',
  scheduleValidFor: '',
}

/** The design with every default of the contract filled in. */
export const completeDesign = (input: DesignInput): Design => ({
  ...input,
  stops: input.stops.map(completeStop),
  returnTransfer: completeTransfer(input.returnTransfer),
  originPlace: { ...EMPTY_PLACE, ...input.originPlace },
  returnPlace: { ...EMPTY_PLACE, ...input.returnPlace },
})

const completeStop = (stop: DesignInput['stops'][number]): Stop => ({
  ...stop,
  transferBefore: completeTransfer(stop.transferBefore),
  escala: stop.escala ?? false,
  place: { ...EMPTY_PLACE, ...stop.place },
})

const completeTransfer = (transfer: TransferInput | null): Transfer | null =>
  transfer && { days: 0, departTime: '', arriveTime: '', ...transfer, flight: { ...EMPTY_FLIGHT, ...transfer.flight } }

/** What is wrong with a route as a whole, once its members are each in order. */
export function designMistakes(design: Design, startDate: string | null): FieldError[] {
  const stopIds = design.stops.map(({ id }, index) => ({ id, path: `design.stops[${index}].id` }))
  const transferIds = [
    ...design.stops.map(({ transferBefore }, index) => ({ id: transferBefore?.id, path: `design.stops[${index}].transferBefore.id` })),
    { id: design.returnTransfer?.id, path: 'design.returnTransfer.id' },
  ]
  return [...repeated(stopIds, 'stop'), ...repeated(transferIds, 'transfer'), ...dateMistakes(design, startDate)]
}

/** Every id after the first that carries it. */
function repeated(ids: { id: string | undefined; path: string }[], of: string): FieldError[] {
  const known = new Set<string>()
  return ids.flatMap(({ id, path }) => {
    if (id === undefined) return []
    if (known.has(id)) return [{ path, message: `must be unique: another ${of} of the design has it` }]
    known.add(id)
    return []
  })
}

function dateMistakes(design: Design, startDate: string | null): FieldError[] {
  const dates = lengthOf(design)
  const mistakes: FieldError[] = []
  if (dates > MAX_TRIP_DATES) {
    mistakes.push({ path: 'design', message: `may take at most ${MAX_TRIP_DATES} dates: its nights and days of travel make ${dates}` })
  } else if (startDate !== null && Temporal.PlainDate.from(startDate).add({ days: dates - 1 }).year > LAST_YEAR) {
    mistakes.push({ path: 'startDate', message: `is too late: the trip would end after the year ${LAST_YEAR}` })
  }
  return mistakes
}
