import { calendarOf, type Design } from '../design/index.ts'
import type { BlockData } from './block-types.ts'
import type { DayKey } from './generated.ts'

export interface PlannedDay extends DayKey {
  date: string | null
  dayNumber: number
  made: BlockData
  /** What is generated into it: those who leave, then those who arrive. */
  pieces: PlannedPiece[]
}

export type PlannedPiece = { made: BlockData } & ({ as: 'transfer'; transferId: string } | { as: 'lodging'; stopId: string })

export interface Plan {
  days: PlannedDay[]
  endDate: string | null
}

/** What a design makes of an itinerary: a day a date, its transfers, and a lodging where one sleeps. */
export function planOf(design: Design, startDate: string | null): Plan {
  const { days, transfers, stops, endDate } = calendarOf(design, startDate)
  const arrivals = new Map(stops.map(({ id, firstDay }) => [id, firstDay]))
  const planned = days.map(({ stopId, date, dayNumber, title }): PlannedDay => {
    const index = dayNumber - (arrivals.get(stopId ?? '') ?? 1)
    return { stopId: stopId ?? '', index, date, dayNumber, made: { title: shortened(title) }, pieces: [] }
  })
  const on = (dayNumber: number) => (planned[dayNumber - 1] as PlannedDay).pieces

  const designed = [...design.stops.map(({ transferBefore }) => transferBefore), design.returnTransfer]
  for (const { id, from, to, departDate, arriveDate, departDay } of transfers) {
    const { departTime, arriveTime, flight } = designed.find((transfer) => transfer?.id === id) ?? {}
    const flies = flight !== undefined && Object.values(flight).some((member) => member !== '')
    on(departDay).push({
      as: 'transfer',
      transferId: id,
      made: known({
        from: from || UNNAMED,
        to: to || UNNAMED,
        ...{ departDate, departTime, arriveDate, arriveTime, transferId: id },
        ...(flies && { mode: 'avion', flight }),
      }),
    })
  }
  for (const { id, city, firstDay, nights, checkIn, checkOut, escala } of stops) {
    if (nights === 0 || escala) continue
    const { place } = design.stops.find((stop) => stop.id === id) ?? {}
    const isPlaced = place !== undefined && Object.values(place).some((member) => member !== '' && member !== null)
    const name = city === '' ? 'Alojamiento' : `Alojamiento en ${city}`
    on(firstDay).push({ as: 'lodging', stopId: id, made: known({ name, checkIn, checkOut, nights, ...(isPlaced && { place }) }) })
  }
  return { days: planned, endDate }
}

/** Where a design names no city. */
const UNNAMED = '—'

/** What people could write themselves: sixty cities on one date are more. */
const shortened = (title: string): string => (title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…` : title)
const MAX_TITLE = 500

const known = (data: BlockData): BlockData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null && value !== '' && value !== undefined))

export const dayKey = ({ stopId, index }: DayKey): string => `${stopId}\n${index}`

/** As previews show them. */
export const plannedDays = ({ days }: Plan): { date: string; title: string }[] =>
  days.map(({ date, made }) => ({ date: date ?? '', title: String(made.title) }))
