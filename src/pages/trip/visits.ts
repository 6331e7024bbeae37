import { type Html, html } from '../../html.ts'
import type { BookingStatus, PublicData, PublicPlace } from '../../published/public-trip.ts'
import { linkTo, mapAddress } from './links.ts'
import { facts, headed, joined, type Look, said } from './look.ts'
import { markdownAsHtml } from './markdown.ts'
import { pictures } from './pictures.ts'

/** A lodging has what others have, and more; what a visit has not is simply not there. */
type Visit = PublicData['lodging'] & PublicData['activity']

export function visit(kind: keyof Look['words']['visits'], data: Visit, look: Look, level: number): Html {
  const { words, dates } = look
  const { checkIn, checkOut, nights, durationMinutes: minutes } = data
  return html`<article class="card ${kind}">
${kindLine(words.visits[kind], timesOf(data, look), data.bookingStatus, look)}
${headed(level, html`${data.name}`)}
${pictures(data.images ?? [])}
${data.description && html`<div class="prose" dir="auto">${markdownAsHtml(data.description, level + 1)}</div>`}
${facts([
  [words.checkIn, checkIn === undefined ? undefined : html`${dates.short(checkIn)}`],
  [words.checkOut, checkOut === undefined ? undefined : html`${dates.short(checkOut)}`],
  [words.stay, nights === undefined ? undefined : html`${words.nights(nights)}`],
  [words.room, data.roomType === undefined ? undefined : said(data.roomType)],
  [words.board, data.board === undefined ? undefined : said(data.board)],
  [words.duration, minutes === undefined ? undefined : html`${words.hours(Math.floor(minutes / 60), minutes % 60)}`],
  [words.meetingPoint, data.meetingPoint === undefined ? undefined : said(data.meetingPoint)],
  [words.address, data.place && whereabouts(data.place, look)],
])}
</article>`
}

/** What it is, when, and how its booking stands: above the name. */
export const kindLine = (kind: string, when: Html | undefined, status: BookingStatus | undefined, { words }: Look): Html =>
  html`<p class="kind">${joined(
    [html`<span>${kind}</span>`, when, status && html`<span class="badge ${status}">${words.bookings[status]}</span>`],
    html` `,
  )}</p>`

export const timeOf = (time: string | undefined): Html | undefined => (time === undefined ? undefined : html`<time>${time}</time>`)

/** A zone is told only where there are two. */
export function zonesOf({ startTimezone: start, endTimezone: end }: Pick<Visit, 'startTimezone' | 'endTimezone'>, { words }: Look) {
  const told = (zone: string | undefined) =>
    zone === undefined || start === end ? undefined : html`<span class="zone">(${words.localTime(cityOf(zone))})</span>`
  return { start: told(start), end: told(end) }
}

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

function timesOf(data: Visit, look: Look): Html | undefined {
  const zones = zonesOf(data, look)
  const ends = [
    [timeOf(data.startTime), zones.start],
    [timeOf(data.endTime), zones.end],
  ] as const
  const times = ends.map(([time, zone]) => time && joined([time, zone], html` `))
  return times.some((time) => time !== undefined) ? html`<span class="when">${joined(times, html`–`)}</span>` : undefined
}

function whereabouts(place: PublicPlace, { words }: Look): Html | undefined {
  const address = mapAddress(place)
  return address === undefined ? undefined : linkTo(address, html`${place.formattedAddress ?? words.onTheMap}`)
}
