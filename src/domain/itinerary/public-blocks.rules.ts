import type { PublicBlock, PublicData, PublicImage, PublicPlace, PublicTransfer, PublicVisit } from '../../published/public-trip.ts'
import { type BlockType, BOOKING, MODES, TONES } from './block-types.ts'
import { shownTree } from './shown.rules.ts'
import { type Block, treeOf } from './tree.rules.ts'

/** Reads a member of what people wrote; what it answers undefined for is not shown. */
type Read<T> = (value: unknown) => T
type Members<T> = { readonly [M in keyof T]-?: Read<T[M]> }

const text: Read<string | undefined> = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
const given: Read<string> = (value) => text(value) ?? ''
const number: Read<number | undefined> = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const flag: Read<boolean | undefined> = (value) => (typeof value === 'boolean' ? value : undefined)
const oneOf =
  <V extends string>(values: readonly V[]): Read<V | undefined> =>
  (value) =>
    values.find((one) => one === value)
const object =
  <T extends object>(members: Members<T>): Read<T | undefined> =>
  (value) => {
    const shown = only(members, value)
    return Object.keys(shown).length > 0 ? shown : undefined
  }
const listOf =
  <T extends object>(members: Members<T>): Read<T[]> =>
  (value) =>
    Array.isArray(value) ? value.map((one) => only(members, one)) : []

function only<T extends object>(members: Members<T>, value: unknown): T {
  const written = typeof value === 'object' && value !== null ? value : {}
  const read = Object.entries<Read<unknown>>(members).map(([name, read]) => [name, read(written[name as keyof typeof written])])
  return Object.fromEntries(read.filter(([, shown]) => shown !== undefined))
}

const image: Members<PublicImage> = { url: given, alt: text, caption: text }
const place: Members<PublicPlace> = { lat: number, lng: number, formattedAddress: text }
const flight: Members<NonNullable<PublicTransfer['flight']>> = { flightNo: text, airline: text, fromAirport: text, toAirport: text }
const item: Members<PublicData['checklist']['items'][number]> = { text: given, done: flag }
const booking = { startTimezone: text, endTimezone: text, bookingStatus: oneOf(BOOKING) }
const visit: Members<PublicVisit> = {
  name: given,
  description: text,
  place: object(place),
  images: listOf(image),
  startTime: text,
  endTime: text,
  ...booking,
}
const transfer: Members<PublicTransfer> = {
  from: given,
  to: given,
  mode: oneOf(MODES),
  departDate: text,
  departTime: text,
  arriveDate: text,
  arriveTime: text,
  flight: object(flight),
  ...booking,
}

/** An allow-list: a member that is not named here, or that somebody adds later, stays private. */
const SHOWN: { readonly [T in BlockType]: Members<PublicData[T]> } = {
  section: { title: given, subtitle: text },
  day: { title: given, summary: text, date: text, dayNumber: number },
  text: { markdown: given },
  heading: { text: given, level: number },
  image,
  gallery: { images: listOf(image), caption: text },
  video: { url: given, caption: text },
  note: { markdown: given, tone: oneOf(TONES) },
  checklist: { items: listOf(item) },
  destination: visit,
  place: visit,
  lodging: { ...visit, checkIn: text, checkOut: text, nights: number, roomType: text, board: text },
  activity: { ...visit, durationMinutes: number, meetingPoint: text },
  service: visit,
  transfer,
  map: { title: text },
  divider: {},
}

/** What a public link shows of an itinerary; `rows` come ordered by rank. */
export const publicItinerary = (rows: readonly Block[]): PublicBlock[] => publicBlocks(shownTree(treeOf(rows)))

interface Shown extends Pick<Block, 'type' | 'visibility' | 'data'> {
  children: readonly unknown[]
}

/** A block for staff is left out with everything in it, whatever that is. */
export const publicBlocks = (blocks: readonly Shown[]): PublicBlock[] =>
  blocks
    .filter(({ visibility }) => visibility === 'traveler')
    .map(({ type, data, children }) => {
      const shown = only(SHOWN[type] as Members<object>, data)
      return { type, data: shown, children: publicBlocks(children as readonly Shown[]) } as PublicBlock
    })
