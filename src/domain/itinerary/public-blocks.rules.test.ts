import { expect, test } from 'vitest'
import { BLOCK_TYPES, type BlockType } from './block-types.ts'
import { publicBlocks, publicItinerary } from './public-blocks.rules.ts'
import type { Block } from './tree.rules.ts'

interface Written {
  type: BlockType
  visibility: 'traveler' | 'staff'
  data: Record<string, unknown>
  children: Written[]
}

const block = (type: BlockType, data: Record<string, unknown> = {}, children: Written[] = []): Written => ({
  ...{ type, data, children },
  visibility: 'traveler',
})
const forStaff = (written: Written): Written => ({ ...written, visibility: 'staff' })
const shown = (type: BlockType, data: object, children: object[] = []) => ({ type, data, children })

const PRIVATE = {
  ...{ supplier: 'Mayorista', cost: '120.00', confirmationCode: 'XK9', travelerIds: ['t'], documentIds: ['d'], entityId: 'e' },
  ...{ transferId: 'madrid-tokio', stopId: 'tokio', metadata: { a: 1 }, somethingNew: 'later' },
}
const booking = { startTimezone: 'Europe/Madrid', endTimezone: 'Asia/Tokyo', bookingStatus: 'confirmado' }
const visit = {
  ...{ name: 'Ryokan', description: '**Baños**', startTime: '15:00', endTime: '16:00', ...booking },
  place: { lat: 35.2, lng: 139, formattedAddress: 'Hakone' },
  images: [{ url: 'https://a.example/1.jpg', alt: 'Vista', caption: 'El lago' }],
}
const SHOWN: Record<BlockType, object> = {
  section: { title: 'Kioto', subtitle: 'Otoño' },
  day: { title: 'Kioto', summary: 'Templos', date: '2027-10-12', dayNumber: 9 },
  text: { markdown: 'hola' },
  heading: { text: 'Tarde', level: 3 },
  image: { url: 'https://a.example/1.jpg', alt: 'Vista', caption: 'El lago' },
  gallery: { images: visit.images, caption: 'Rincones' },
  video: { url: 'https://v.example/1', caption: 'El metro' },
  note: { markdown: 'ojo', tone: 'warning' },
  checklist: { items: [{ text: 'Pasaporte', done: true }, { text: 'Seguro' }] },
  destination: visit,
  place: visit,
  lodging: { ...visit, checkIn: '2027-10-10', checkOut: '2027-10-12', nights: 2, roomType: 'Doble', board: 'Desayuno' },
  activity: { ...visit, durationMinutes: 90, meetingPoint: 'Puerta' },
  service: visit,
  transfer: {
    ...{ from: 'Madrid', to: 'Tokio', mode: 'avion', ...booking },
    ...{ departDate: '2027-10-04', departTime: '10:15', arriveDate: '2027-10-05', arriveTime: '12:55' },
    flight: { flightNo: 'AY73', airline: 'Finnair', fromAirport: 'HEL', toAirport: 'NRT' },
  },
  map: { title: 'Dónde' },
  divider: {},
}

test.each(BLOCK_TYPES)('a %s shows what travelers need, and nothing else that it carries', (type) => {
  expect(publicBlocks([block(type, { ...SHOWN[type], ...PRIVATE })])).toEqual([shown(type, SHOWN[type])])
})

test('what is inside a member is chosen member by member too', () => {
  const place = { lat: 1, lng: 2, formattedAddress: 'Aquí', placeId: 'google:1', notes: 'x' }
  const images = [{ url: 'https://a.example/1.jpg', assetId: 'a1' }]
  expect(publicBlocks([block('place', { name: 'Lago', place, images })])).toEqual([
    shown('place', { name: 'Lago', place: { lat: 1, lng: 2, formattedAddress: 'Aquí' }, images: [{ url: 'https://a.example/1.jpg' }] }),
  ])
  const flight = { flightNo: 'AY73', source: 'amadeus', fetchedAt: '2027-01-01', scheduleValidFor: '2027-10-04' }
  expect(publicBlocks([block('transfer', { from: 'a', to: 'b', flight })])).toEqual([
    shown('transfer', { from: 'a', to: 'b', flight: { flightNo: 'AY73' } }),
  ])
  expect(publicBlocks([block('checklist', { items: [{ text: 'a', assignee: 'Ana' }] })])).toEqual([
    shown('checklist', { items: [{ text: 'a' }] }),
  ])
})

test.each([
  ['what is empty', { name: 'Hotel', description: '', place: { placeId: '', lat: null, lng: null, formattedAddress: '' }, startTime: '' }],
  [
    'what is no text',
    { name: 'Hotel', description: { toString: 'x' }, place: 'aquí', startTime: 9, bookingStatus: 'pagado', endTime: null },
  ],
])('%s is left out', (_what, data) => {
  expect(publicBlocks([block('service', { ...data, images: undefined })])).toEqual([shown('service', { name: 'Hotel', images: [] })])
})

test.each(BLOCK_TYPES)('a %s without any data is still one', (type) => {
  expect(publicBlocks([block(type)])).toMatchObject([{ type, children: [] }])
})

test('a block for staff is left out with everything in it, at every level', () => {
  const traveler = block('text', { markdown: 'para todos' })
  const hidden = forStaff(block('section', { title: 'Equipo' }, [block('day', { title: 'd' }, [traveler]), traveler]))
  const day = block('day', { title: 'Uno' }, [forStaff(block('note', { markdown: 'margen' })), traveler])
  const mixed = block('section', { title: 'Kioto' }, [forStaff(block('day', { title: 'x' }, [traveler])), day])
  const text = shown('text', { markdown: 'para todos' })
  expect(publicBlocks([hidden, mixed])).toEqual([shown('section', { title: 'Kioto' }, [shown('day', { title: 'Uno' }, [text])])])
})

const row = (id: string, rest: Partial<Block>): Block => ({
  ...{ id, ref: id, type: 'text', parentId: null, rank: id, visibility: 'traveler', data: { markdown: id }, layout: null, generated: null },
  ...rest,
})

test('a day of the design shows its date and number; its stop stays private', () => {
  const generated = { as: 'day', stopId: 'tokio', index: 0, date: '2027-10-04', dayNumber: 1, made: { title: 'secreto' } } as const
  expect(publicItinerary([row('a', { type: 'day', data: { title: 'Tokio' }, generated })])).toEqual([
    shown('day', { title: 'Tokio', date: '2027-10-04', dayNumber: 1 }),
  ])
  expect(publicItinerary([row('a', { type: 'day', data: { title: 'Tokio' }, generated: { ...generated, date: null } })])).toEqual([
    shown('day', { title: 'Tokio', dayNumber: 1 }),
  ])
})

test('what hangs from nowhere is not shown', () => {
  expect(publicItinerary([row('a', {}), row('b', { parentId: 'gone' })])).toEqual([shown('text', { markdown: 'a' })])
})
