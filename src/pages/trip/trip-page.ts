import { type Html, html } from '../../html.ts'
import type { PublicBlock, PublicBlockOf, PublicTrip } from '../../published/public-trip.ts'
import { htmlDocument } from '../page.ts'
import { dayLabel, drawBlocks } from './blocks.ts'
import { type Dates, datesFrom, datesIn } from './dates.ts'
import { webAddress } from './links.ts'
import { joined, type Look, said } from './look.ts'
import { TRIP_HEAD } from './trip-head.ts'
import { languageOf, type Words } from './words.ts'

const FEW_DAYS = 4

/** A published trip, for its travelers: nothing runs on it, and everything but its pictures comes from here. */
export function tripPage({ title, agency, blocks, ...trip }: PublicTrip): string {
  const { locale, words } = languageOf(agency.locale)
  const days = daysIn(blocks)
  const look: Look = { words, dates: datesIn(locale), anchors: new Map(days.map((day, place) => [day, `d${place + 1}`])) }
  const itinerary = html`${drawBlocks(blocks, look, 2)}`
  return htmlDocument(
    `${title} · ${agency.name}`,
    TRIP_HEAD,
    html`<body>
<header class="cover">
${cover(trip.coverImageUrl)}
<div class="titles">
<h1 dir="auto">${title}</h1>
<p class="essentials">${essentials(trip, look)}</p>
</div>
</header>
<main>
${days.length >= FEW_DAYS ? dayIndex(days, look) : undefined}
${itinerary.html.trim() === '' ? html`<p class="preparing">${words.preparing}</p>` : itinerary}
</main>
<footer>${words.preparedBy} ${said(agency.name)}</footer>
</body>`,
    locale,
  )
}

function cover(url: string | null): Html | undefined {
  const address = url === null ? undefined : webAddress(url)
  return address === undefined ? undefined : html`<img src="${address}" alt="">`
}

type Essentials = Pick<PublicTrip, 'startDate' | 'endDate' | 'travelers'>

/** When, how long, and how many. */
function essentials({ startDate, endDate, travelers }: Essentials, { words, dates }: Look): Html {
  const told = [whenOf(startDate, endDate, words, dates), words.travelers(travelers)]
  if (startDate !== null && endDate !== null) told.splice(1, 0, words.days(datesFrom(startDate, endDate)))
  return joined(
    told.map((part) => html`<span>${part}</span>`),
    html` <span aria-hidden="true">·</span> `,
  )
}

function whenOf(start: string | null, end: string | null, words: Words, dates: Dates): string {
  if (start !== null) return end === null ? words.from(dates.long(start)) : dates.range(start, end)
  return end === null ? words.undated : words.until(dates.long(end))
}

const daysIn = (blocks: readonly PublicBlock[]): PublicBlockOf<'day'>[] =>
  blocks.flatMap((block) => (block.type === 'day' ? [block] : daysIn(block.children)))

const dayIndex = (days: readonly PublicBlockOf<'day'>[], look: Look): Html =>
  html`<details class="days"><summary>${look.words.allDays}</summary><nav aria-label="${look.words.allDays}"><ol>${days.map(
    (day) => html`<li><a href="#${look.anchors.get(day)}">${dayEntry(day, look)}</a></li>`,
  )}</ol></nav></details>`

const dayEntry = ({ data }: PublicBlockOf<'day'>, look: Look): Html => {
  const label = data.date === undefined ? dayLabel(data, look) : look.dates.short(data.date)
  return joined([label ? html`<span class="date">${label}</span>` : undefined, said(data.title)], html` `)
}
