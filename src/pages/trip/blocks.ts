import { type Html, html } from '../../html.ts'
import type { PublicBlock, PublicBlockOf, PublicData, PublicPlace } from '../../published/public-trip.ts'
import { linkTo, mapAddress, webAddress } from './links.ts'
import { headed, type Look, said } from './look.ts'
import { markdownAsHtml } from './markdown.ts'
import { pictures } from './pictures.ts'
import { transfer } from './transfers.ts'
import { visit } from './visits.ts'

/** Where a block stands: the level of the headings there, and what is beside it. */
interface Standing {
  level: number
  beside: readonly PublicBlock[]
}

type Draw<T extends keyof PublicData> = (block: PublicBlockOf<T>, look: Look, standing: Standing) => Html

/** The blocks of one container, or of the root, in their order. */
export const drawBlocks = (blocks: readonly PublicBlock[], look: Look, level: number): Html[] =>
  blocks.map((block) => (DRAWN[block.type] as Draw<PublicBlock['type']>)(block, look, { level, beside: blocks }))

const DRAWN: { [T in keyof PublicData]: Draw<T> } = {
  section({ data, children }, look, { level }) {
    if (children.length === 0) return html``
    const title = data.title && headed(level, html`${data.title}`)
    return html`<section class="part">
${title}
${data.subtitle && html`<p class="subtitle" dir="auto">${data.subtitle}</p>`}
${drawBlocks(children, look, title ? level + 1 : level)}
</section>`
  },

  day(block, look, { level }) {
    const { data, children } = block
    const [label, date] = [dayLabel(data, look), dateOf(data, look)]
    const title = data.title || label || date
    const above = [label, date].filter((text) => text !== undefined && text !== title)
    return html`<section class="day" id="${look.anchors.get(block)}">
${above.length > 0 ? html`<p class="eyebrow">${above.join(' · ')}</p>` : undefined}
${title && headed(level, html`${title}`)}
${data.summary && prose(data.summary, level + 1)}
${drawBlocks(children, look, title ? level + 1 : level)}
</section>`
  },

  text: ({ data }, _look, { level }) => prose(data.markdown, level),

  heading: (block, _look, { level, beside }) => headed(isBelowAnother(block, beside) ? level + 1 : level, html`${block.data.text}`),

  image: ({ data }) => pictures([data]),

  gallery: ({ data: { images, caption } }) =>
    html`<div class="gallery">${pictures(images)}${caption && html`<p class="caption" dir="auto">${caption}</p>`}</div>`,

  video({ data: { url, caption } }, { words }) {
    const address = webAddress(url)
    if (address === undefined) return html``
    const host = html`<span class="host">${new URL(address).hostname}</span>`
    return html`<p class="video">${linkTo(address, said(caption ?? words.watch))} ${host}</p>`
  },

  note: ({ data: { markdown, tone = 'info' } }, { words }, { level }) =>
    html`<div class="note ${tone}" role="note"><p class="tone">${words.tones[tone]}</p>${prose(markdown, level)}</div>`,

  checklist: ({ data: { items } }, { words }) =>
    html`<ul class="checklist">${items.map(
      ({ text, done = false }) =>
        html`<li class="${done ? 'done' : 'open'}"><span class="unseen">${done ? words.done : words.toDo}: </span>${said(text)}</li>`,
    )}</ul>`,

  destination: ({ type, data }, look, { level }) => visit(type, data, look, level),
  place: ({ type, data }, look, { level }) => visit(type, data, look, level),
  lodging: ({ type, data }, look, { level }) => visit(type, data, look, level),
  activity: ({ type, data }, look, { level }) => visit(type, data, look, level),
  service: ({ type, data }, look, { level }) => visit(type, data, look, level),
  transfer: ({ data }, look, { level }) => transfer(data, look, level),

  map({ data: { title } }, { words }, { level, beside }) {
    const places = placesIn(beside)
    if (places.size === 0) return html``
    const entries = [...places].map(([address, name]) => html`<li>${linkTo(address, said(name))}</li>`)
    return html`<div class="card map">${headed(level, html`${title ?? words.places}`)}<ul>${entries}</ul></div>`
  },

  divider: () => html`<hr>`,
}

export const dayLabel = ({ dayNumber }: PublicData['day'], { words }: Look): string | undefined =>
  dayNumber === undefined ? undefined : words.day(dayNumber)

const dateOf = ({ date }: PublicData['day'], { dates }: Look): string | undefined => (date === undefined ? undefined : dates.day(date))

const prose = (markdown: string, level: number): Html => html`<div class="prose" dir="auto">${markdownAsHtml(markdown, level)}</div>`

/** A heading goes a level down only where there is one to go down from. */
function isBelowAnother(block: PublicBlockOf<'heading'>, beside: readonly PublicBlock[]): boolean {
  const above = beside.slice(0, beside.indexOf(block))
  return block.data.level === 3 && above.some((other) => other.type === 'heading' && other.data.level !== 3)
}

/** The places of the blocks and of what is in them, each once, by where the map shows it. */
function placesIn(blocks: readonly PublicBlock[]): Map<string, string> {
  const found = blocks.flatMap(({ data, children }): [string, string][] => {
    const { name, place } = data as { name?: string; place?: PublicPlace }
    const address = place && mapAddress(place)
    const own: [string, string][] = address === undefined ? [] : [[address, name || place?.formattedAddress || address]]
    return [...own, ...placesIn(children)]
  })
  return new Map(found)
}
