import type { Design, Transfer } from './design.ts'

/** Two years and a day. */
export const MAX_TRIP_DATES = 731

/** One date of a trip. Undated trips have numbered days, and null for every date. */
export interface CalendarDay {
  /** from 1 */
  dayNumber: number
  date: string | null
  /** where one is on that date, in order */
  cities: string[]
  /** `Osaka → Kioto` */
  title: string
  /** where its night is spent; under way, where one is going; on the way home and on the last date, the last stop */
  stopId: string | null
}

export interface CalendarTransfer {
  id: string
  from: string
  to: string
  departDate: string | null
  arriveDate: string | null
  departDay: number
  arriveDay: number
}

export interface CalendarStop {
  id: string
  city: string
  /** the day of arrival, whose date is `checkIn` */
  firstDay: number
  nights: number
  /** the day of departure, whose date is `checkOut`: equal to `firstDay` where nobody sleeps */
  lastDay: number
  checkIn: string | null
  checkOut: string | null
  escala: boolean
}

export interface Calendar {
  endDate: string | null
  days: CalendarDay[]
  /** in the order of travel, the return last */
  transfers: CalendarTransfer[]
  stops: CalendarStop[]
}

/** How many dates the trip has, told without building any of them. */
export const lengthOf = ({ stops, returnTransfer }: Design): number =>
  stops.reduce((dates, { nights, transferBefore }) => dates + nights + (transferBefore?.days ?? 0), 1 + (returnTransfer?.days ?? 0))

/**
 * The dates that follow from a design: every transfer takes its days, every stop its nights. The bounds of a trip are kept
 * before, by `designMistakes`.
 */
export function calendarOf(design: Design, startDate: string | null): Calendar {
  const dates = datesFrom(startDate, lengthOf(design))
  const citiesOf = dates.map((): string[] => [])
  const nightsIn = dates.map((): string | null => design.stops.at(-1)?.id ?? null)
  const transfers: CalendarTransfer[] = []
  const stops: CalendarStop[] = []
  let today = 1
  let here = startOf(design)

  const dateOf = (day: number) => dates[day - 1] ?? null
  const seen = (day: number, city: string) => {
    // a city without a name has nothing to say in a title
    const cities = citiesOf[day - 1]
    if (city !== '' && cities?.at(-1) !== city) cities?.push(city)
  }
  const travel = (transfer: Transfer | null, to: string, stopId: string | null) => {
    const departDay = today
    const arriveDay = today + (transfer?.days ?? 0)
    if (transfer) {
      const shown = datesOf(transfer, dateOf(departDay), dateOf(arriveDay))
      transfers.push({ id: transfer.id, from: here, to, ...shown, departDay, arriveDay })
    }
    for (; today < arriveDay; today++) {
      seen(today, here)
      seen(today, to)
      nightsIn[today - 1] = stopId
    }
    here = to
    seen(today, here)
  }

  seen(today, here)
  for (const { id, city, nights, transferBefore, escala } of design.stops) {
    travel(transferBefore, city, id)
    const firstDay = today
    const lastDay = today + nights
    for (; today < lastDay; today++) {
      seen(today, city)
      nightsIn[today - 1] = id
    }
    seen(today, city)
    stops.push({ id, city, firstDay, nights, lastDay, checkIn: dateOf(firstDay), checkOut: dateOf(lastDay), escala })
  }
  if (design.returnTransfer) travel(design.returnTransfer, design.returnCity || design.originCity, design.stops.at(-1)?.id ?? null)

  const days = dates.map((date, index) => {
    const cities = citiesOf[index] as string[]
    return { dayNumber: index + 1, date, cities, title: cities.join(' → '), stopId: nightsIn[index] ?? null }
  })
  return { endDate: dateOf(today), days, transfers, stops }
}

/** Without a transfer to the first stop, the trip begins there. */
const startOf = ({ originCity, stops: [first] }: Design): string =>
  first !== undefined && first.transferBefore === null ? first.city : originCity

const DAY = 86_400_000
const TIME_OF_DAY = 'T00:00:00.000Z'

function datesFrom(startDate: string | null, length: number): (string | null)[] {
  if (startDate === null) return Array(length).fill(null)
  // a year of them by Temporal takes as long as all else that a trip is made with
  const start = Date.parse(`${startDate}T00:00:00Z`)
  return Array.from({ length }, (_, days) => new Date(start + days * DAY).toISOString().slice(0, -TIME_OF_DAY.length))
}

/**
 * A date that was written down is shown as it is. A missing one follows from its partner, so that a flight moved by hand
 * still lands after it left, and otherwise from the calendar.
 */
function datesOf({ departDate, arriveDate, days }: Transfer, departs: string | null, arrives: string | null) {
  if (departs === null) return { departDate, arriveDate }
  return {
    departDate: departDate ?? shifted(arriveDate, -days) ?? departs,
    arriveDate: arriveDate ?? shifted(departDate, days) ?? arrives,
  }
}

/** Null where the years of four digits end. */
function shifted(date: string | null, days: number): string | null {
  if (date === null) return null
  const moved = Temporal.PlainDate.from(date).add({ days })
  return moved.year >= 1 && moved.year <= 9999 ? moved.toString() : null
}
