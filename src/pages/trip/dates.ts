/** Dates as people write them. A date belongs to the place where it happens: no time zone ever moves it. */
export interface Dates {
  /** `4 de octubre de 2027` */
  long(date: string): string
  /** `4–21 de octubre de 2027` */
  range(from: string, to: string): string
  /** `Lunes, 4 de octubre` */
  day(date: string): string
  /** `lun, 4 oct` */
  short(date: string): string
}

export function datesIn(locale: string): Dates {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const long = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const short = format({ weekday: 'short', day: 'numeric', month: 'short' })
  const written = (text: string, write: (date: Date) => string) => {
    const date = midnight(text)
    return date ? write(date) : text
  }
  return {
    long: (date) => written(date, (at) => long.format(at)),
    range: (from, to) => {
      const [start, end] = [midnight(from), midnight(to)]
      return start && end ? long.formatRange(start, end) : `${from} – ${to}`
    },
    day: (date) => written(date, (at) => capitalised(day.format(at), locale)),
    short: (date) => written(date, (at) => short.format(at)),
  }
}

/** How many dates there are from one to another, both counted. */
export const datesFrom = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days + 1

function midnight(date: string): Date | undefined {
  const at = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const capitalised = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
