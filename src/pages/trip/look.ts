import { type Html, html } from '../../html.ts'
import type { PublicBlock } from '../../published/public-trip.ts'
import type { Dates } from './dates.ts'
import type { Words } from './words.ts'

/** What the whole page is written with. */
export interface Look {
  words: Words
  dates: Dates
  /** Where links of this page find a day. */
  anchors: ReadonlyMap<PublicBlock, string>
}

/** The headings of a page go one down at a time; there are six. */
export const headed = (level: number, content: Html): Html => {
  const tag = `h${Math.min(level, 6)}`
  return html`<${tag} dir="auto">${content}</${tag}>`
}

/** People's words among ours: whatever direction they are written in, or force, ends with them. */
export const said = (text: string): Html => html`<bdi>${text}</bdi>`

const isThere = (part: Html | undefined): part is Html => part !== undefined && part.html !== ''

/** What there is of the parts, with something between them. */
export const joined = (parts: (Html | undefined)[], between: Html): Html =>
  html`${parts.filter(isThere).map((part, place) => (place === 0 ? part : html`${between}${part}`))}`

/** A list of what is known, each with its label. */
export function facts(known: [label: string, fact: Html | undefined][]): Html {
  const there = known.filter((entry): entry is [string, Html] => isThere(entry[1]))
  if (there.length === 0) return html``
  return html`<dl>${there.map(([label, fact]) => html`<div><dt>${label}</dt><dd>${fact}</dd></div>`)}</dl>`
}
