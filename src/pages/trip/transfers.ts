import { type Html, html } from '../../html.ts'
import type { PublicTransfer } from '../../published/public-trip.ts'
import { facts, headed, joined, type Look, said } from './look.ts'
import { kindLine, timeOf, zonesOf } from './visits.ts'

export function transfer(data: PublicTransfer, look: Look, level: number): Html {
  const { words } = look
  const zones = zonesOf(data, look)
  return html`<article class="card transfer">
${kindLine(words.modes[data.mode ?? 'otro'], undefined, data.bookingStatus, look)}
${headed(level, fromTo(data.from, data.to, look))}
${facts([
  [words.departure, moment(data.departDate, data.departTime, zones.start, look)],
  [words.arrival, moment(data.arriveDate, data.arriveTime, zones.end, look)],
  [words.flight, data.flight && flightOf(data.flight, look)],
])}
</article>`
}

/** An arrow for the eye, and a word for who listens. */
const fromTo = (from: string, to: string, { words }: Look): Html =>
  html`${said(from)} <span class="arrow" aria-hidden="true">→</span><span class="unseen"> ${words.to} </span> ${said(to)}`

function moment(date: string | undefined, time: string | undefined, zone: Html | undefined, { dates }: Look): Html | undefined {
  if (date === undefined && time === undefined) return undefined
  const clock = time === undefined ? undefined : joined([timeOf(time), zone], html` `)
  return joined([date === undefined ? undefined : html`${dates.short(date)}`, clock], html` · `)
}

function flightOf({ airline, flightNo, fromAirport, toAirport }: NonNullable<PublicTransfer['flight']>, look: Look): Html {
  const name = joined(
    [airline, flightNo].map((part) => (part === undefined ? undefined : said(part))),
    html` `,
  )
  const airports = fromAirport === undefined || toAirport === undefined ? undefined : fromTo(fromAirport, toAirport, look)
  return joined([name, airports], html` · `)
}
