import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { CalendarDate, IanaTimeZone, OneOf, Shape, TimeOfDay, Uuid, WebAddress } from '../../operations/schema.ts'
import { FlightInput, PlaceInput } from '../design/index.ts'

const Line = (options = {}) => Type.String({ maxLength: 500, ...options })
const Given = (options = {}) => Line({ minLength: 1, ...options })
const Markdown = Type.String({ maxLength: 30_000, description: 'Markdown; HTML in it is shown as text.' })

/** Members that may be left out. */
const maybe = <const P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties)).properties
const data = <const P extends TProperties>(required: TProperties, optional: P): TObject => Shape({ ...required, ...maybe(optional) })

const Image = data({ url: WebAddress() }, { alt: Line(), caption: Line() })
const Images = Type.Array(Image, { maxItems: 50 })
const Ids = Type.Array(Uuid(), { uniqueItems: true, maxItems: 100 })

export const BOOKING = ['pendiente', 'opcional', 'solicitado', 'confirmado', 'por_cuenta_propia', 'cancelado'] as const
export const MODES = ['avion', 'tren', 'autobus', 'coche', 'barco', 'a_pie', 'otro'] as const
export const TONES = ['info', 'tip', 'warning'] as const
const booking = {
  startTimezone: IanaTimeZone(),
  endTimezone: IanaTimeZone(),
  bookingStatus: OneOf(BOOKING),
  confirmationCode: Line(),
}

const visit = {
  entityId: Uuid({ description: 'The catalog entry that it came from.' }),
  description: Markdown,
  place: PlaceInput,
  images: Images,
  startTime: TimeOfDay(),
  endTime: TimeOfDay(),
  ...booking,
  supplier: Line({ description: 'For staff only.' }),
  cost: Type.String({ pattern: '^\\d{1,9}\\.\\d{2}$', description: 'For staff only.' }),
  travelerIds: Ids,
  documentIds: Ids,
}
const lodging = {
  checkIn: CalendarDate(),
  checkOut: CalendarDate(),
  nights: Type.Integer({ minimum: 0, maximum: 365 }),
  roomType: Line(),
  board: Line(),
}
const activity = { durationMinutes: Type.Integer({ minimum: 0, maximum: 100_000 }), meetingPoint: Line() }
const journey = {
  mode: OneOf(MODES),
  departDate: CalendarDate(),
  departTime: TimeOfDay(),
  arriveDate: CalendarDate(),
  arriveTime: TimeOfDay(),
  flight: FlightInput,
  ...booking,
  transferId: Type.String({ maxLength: 64, description: 'The transfer of the design that it stands for.' }),
}
const named = { name: Given() }

/** What people may write in a block, by its type. A generated day also shows `stopId`, `date` and `dayNumber`. */
export const BLOCK_DATA = {
  section: data({ title: Line() }, { subtitle: Line() }),
  day: data({ title: Line() }, { summary: Markdown }),
  text: data({ markdown: Markdown }, {}),
  heading: data({ text: Given() }, { level: Type.Integer({ minimum: 2, maximum: 3 }) }),
  image: data({ url: WebAddress() }, { caption: Line(), alt: Line() }),
  gallery: data({ images: Images }, { caption: Line() }),
  video: data({ url: WebAddress() }, { caption: Line() }),
  note: data({ markdown: Markdown }, { tone: OneOf(TONES) }),
  checklist: data({ items: Type.Array(data({ text: Given() }, { done: Type.Boolean() }), { maxItems: 200 }) }, {}),
  destination: data(named, visit),
  place: data(named, visit),
  lodging: data(named, { ...visit, ...lodging }),
  activity: data(named, { ...visit, ...activity }),
  service: data(named, visit),
  transfer: data({ from: Given(), to: Given() }, journey),
  map: data({}, { title: Line() }),
  divider: data({}, {}),
} as const satisfies Record<string, TObject>

export type BlockType = keyof typeof BLOCK_DATA
export const BLOCK_TYPES = Object.keys(BLOCK_DATA) as BlockType[]

export type BlockData = Record<string, unknown>

export const VISIBILITIES = ['traveler', 'staff'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const Layout = Shape(maybe({ width: OneOf(['full', 'half', 'third']), style: OneOf(['card', 'list', 'hero']) }), {
  description: 'How the block is drawn.',
})
export type Layout = Static<typeof Layout>

/** `image`: url*, alt; `heading`: text*, level (2 to 3) …, for people and assistants alike. Types that carry the same share a line. */
export const DATA_BY_TYPE = `What a block carries, by its type (* has to be there). ${[
  ...Map.groupBy(BLOCK_TYPES, (type) => membersOf(BLOCK_DATA[type])),
]
  .map(([members, types]) => `${types.map((type) => `\`${type}\``).join(', ')}: ${members || 'nothing'}`)
  .join('. ')}.`

interface Described {
  type?: string
  enum?: string[]
  format?: string
  minimum?: number
  maximum?: number
  description?: string
  items?: Described
  properties?: Record<string, Described>
  required?: string[]
}

function membersOf(schema: Described): string {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties)
    .map(([name, member]) => `${name}${required.includes(name) ? '*' : ''}${valuesOf(member)}`)
    .join(', ')
}

function valuesOf({ enum: values, format, type, minimum, maximum, items, properties, description }: Described): string {
  if (values) return ` (${values.join(' | ')})`
  if (items) return items.properties ? ` [{${membersOf(items)}}]` : ' [ids]'
  if (properties) return ` {${Object.keys(properties).join(', ')}}`
  if (format === 'date') return ' (YYYY-MM-DD)'
  if (type === 'integer') return maximum !== undefined && maximum < 10 ? ` (${minimum} to ${maximum})` : ''
  return description?.includes('HH:MM') ? ' (HH:MM)' : ''
}
