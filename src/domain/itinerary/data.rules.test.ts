import { expect, test } from 'vitest'
import type { BlockInput } from './block.ts'
import { BLOCK_DATA, BLOCK_TYPES, type BlockData, type BlockType } from './block-types.ts'
import { blockMistakes, completeData, dataMistakes, mergePatch } from './data.rules.ts'

const UUID = '019a0000-0000-7000-8000-000000000001'
const IMAGE = { url: 'https://img.example/a.jpg', alt: 'Un templo', caption: 'Kioto' }
const PLACE = { placeId: 'p', lat: 35.01, lng: 135.76, formattedAddress: 'Kioto' }
const FLIGHT = {
  flightNo: 'AY73',
  airline: 'Finnair',
  fromAirport: 'HEL',
  toAirport: 'NRT',
  source: '',
  fetchedAt: '',
  scheduleValidFor: '',
}
const BOOKING = { startTimezone: 'Asia/Tokyo', endTimezone: 'Europe/Madrid', bookingStatus: 'confirmado', confirmationCode: 'X1' }
const VISIT = {
  ...{ name: 'Kinkaku-ji', entityId: UUID, description: '**oro**', place: PLACE, images: [IMAGE], startTime: '09:00', endTime: '23:59' },
  ...{ ...BOOKING, supplier: 'Tours SA', cost: '1234.50', travelerIds: [UUID], documentIds: [] },
}

/** Every member of every type, with a value that it takes. */
const WHOLE: Record<BlockType, BlockData> = {
  section: { title: 'Japón', subtitle: 'otoño' },
  day: { title: 'Kioto', summary: 'a pie' },
  text: { markdown: 'a' },
  heading: { text: 'a', level: 2 },
  image: IMAGE,
  gallery: { images: [IMAGE, { url: 'http://img.example/b' }], caption: 'b' },
  video: { url: 'https://video.example/v', caption: 'c' },
  note: { markdown: 'a', tone: 'warning' },
  checklist: { items: [{ text: 'Pasaporte', done: true }, { text: 'JR Pass' }] },
  destination: VISIT,
  place: VISIT,
  lodging: { ...VISIT, checkIn: '2027-10-04', checkOut: '2027-10-05', nights: 1, roomType: 'doble', board: 'desayuno' },
  activity: { ...VISIT, durationMinutes: 90, meetingPoint: 'puerta' },
  service: VISIT,
  transfer: {
    ...{ mode: 'avion', from: 'Helsinki', to: 'Tokio', departDate: '2027-10-04', departTime: '17:30', arriveDate: '2027-10-05' },
    ...{ arriveTime: '12:55', flight: FLIGHT, ...BOOKING, transferId: 't' },
  },
  map: { title: 'a' },
  divider: {},
}
const REQUIRED: Partial<Record<BlockType, string[]>> = {
  ...{ section: ['title'], day: ['title'], text: ['markdown'], heading: ['text'], image: ['url'], gallery: ['images'], video: ['url'] },
  ...{ note: ['markdown'], checklist: ['items'], destination: ['name'], place: ['name'], lodging: ['name'], activity: ['name'] },
  ...{ service: ['name'], transfer: ['from', 'to'] },
}
const without = (data: BlockData, name: string): BlockData => Object.fromEntries(Object.entries(data).filter(([key]) => key !== name))

test.each(BLOCK_TYPES)('a %s takes every member that it has, and does without those that are not required', (type) => {
  expect(Object.keys(WHOLE[type]).toSorted()).toEqual(Object.keys(BLOCK_DATA[type].properties).toSorted())
  expect(dataMistakes(type, WHOLE[type], 'data')).toEqual([])
  const required = REQUIRED[type] ?? []
  expect(dataMistakes(type, Object.fromEntries(required.map((name) => [name, WHOLE[type][name]])), 'data')).toEqual([])
  for (const name of required) {
    expect(dataMistakes(type, without(WHOLE[type], name), 'data')).toEqual([{ path: `data.${name}`, message: 'is required' }])
  }
})

test.each(BLOCK_TYPES)('a %s refuses a member that it does not know, and null for each that it does', (type) => {
  // computed, so that the name is a member and no prototype
  for (const name of ['price', 'constructor', 'toString', ['__proto__'][0] as string, 'stopId', 'dayNumber']) {
    expect(dataMistakes(type, { ...WHOLE[type], [name]: 'x' }, 'data')).toContainEqual({
      path: `data.${name}`,
      message: 'is not a known field',
    })
  }
  for (const name of Object.keys(WHOLE[type])) {
    const [mistake] = dataMistakes(type, { ...WHOLE[type], [name]: null }, 'data')
    expect(mistake?.path).toBe(`data.${name}`)
  }
})

test.each<[BlockType, string, unknown, string]>([
  ['heading', 'level', 1, 'data.level'],
  ['heading', 'level', 4, 'data.level'],
  ['heading', 'text', '', 'data.text'],
  ['note', 'tone', 'danger', 'data.tone'],
  ['note', 'markdown', 'x'.repeat(30_001), 'data.markdown'],
  ['section', 'title', 'x'.repeat(501), 'data.title'],
  ['image', 'url', 'javascript:alert(1)', 'data.url'],
  ['image', 'url', 'https://me:secret@img.example/a', 'data.url'],
  ['video', 'url', 'ftp://a.example/v', 'data.url'],
  ['gallery', 'images', [{ alt: 'a' }], 'data.images[0].url'],
  ['gallery', 'images', Array(51).fill(IMAGE), 'data.images'],
  ['checklist', 'items', [{ text: 'a' }, { text: 'a', done: 'yes' }], 'data.items[1].done'],
  ['checklist', 'items', [{ text: '' }], 'data.items[0].text'],
  ['lodging', 'name', '', 'data.name'],
  ['lodging', 'checkIn', '2027-02-29', 'data.checkIn'],
  ['lodging', 'nights', 366, 'data.nights'],
  ['lodging', 'nights', 1.5, 'data.nights'],
  ['activity', 'durationMinutes', -1, 'data.durationMinutes'],
  ['activity', 'startTime', '24:00', 'data.startTime'],
  ['activity', 'startTime', '', 'data.startTime'],
  ['activity', 'startTimezone', 'Kioto', 'data.startTimezone'],
  ['activity', 'bookingStatus', 'confirmed', 'data.bookingStatus'],
  ['activity', 'cost', '12.5', 'data.cost'],
  ['activity', 'cost', 12.5, 'data.cost'],
  ['activity', 'entityId', 'b1', 'data.entityId'],
  ['activity', 'travelerIds', [UUID, UUID], 'data.travelerIds'],
  ['place', 'place', { lat: 91 }, 'data.place.lat'],
  ['place', 'place', { zip: '1' }, 'data.place.zip'],
  ['place', 'place', 'Kioto', 'data.place'],
  ['place', 'place', [], 'data.place'],
  ['transfer', 'mode', 'teletransporte', 'data.mode'],
  ['transfer', 'from', '', 'data.from'],
  ['transfer', 'flight', { number: 'AY73' }, 'data.flight.number'],
  ['transfer', 'flight', 7, 'data.flight'],
])('a %s refuses %s: %j', (type, name, value, path) => {
  const paths = dataMistakes(type, completeData({ ...WHOLE[type], [name]: value }), 'data').map((mistake) => mistake.path)
  expect([...new Set(paths)]).toEqual([path])
})

test('a block has at most 32 KB of data, counted in bytes', () => {
  // ñ is one character and two bytes
  const ofBytes = (bytes: number) => ({ markdown: 'ñ'.repeat(10_000) + 'x'.repeat(bytes - 20_000 - '{"markdown":""}'.length) })
  expect(Buffer.byteLength(JSON.stringify(ofBytes(32 * 1024)))).toBe(32 * 1024)
  expect(dataMistakes('note', ofBytes(32 * 1024), 'data')).toEqual([])
  expect(dataMistakes('note', ofBytes(32 * 1024 + 1), 'data')).toEqual([{ path: 'data', message: 'may have at most 32 KB' }])
})

test('the mistakes of a block and of everything in it are told at once, each where it is', () => {
  const block: BlockInput = {
    type: 'section',
    children: [
      { type: 'section', data: { title: 'a' } },
      { type: 'day', data: { title: 'b' }, children: [{ type: 'note' }, { type: 'day', data: { title: 'c', date: '2027-10-04' } }] },
      { type: 'divider', children: [{ type: 'divider' }] },
    ],
  }
  expect([...blockMistakes(block, 'ops[3].block')]).toEqual([
    { path: 'ops[3].block.data.title', message: 'is required' },
    { path: 'ops[3].block.children[0].type', message: 'must be something that a section may hold, not a section' },
    { path: 'ops[3].block.children[1].children[0].data.markdown', message: 'is required' },
    { path: 'ops[3].block.children[1].children[1].type', message: 'must be something that a day may hold, not a day' },
    { path: 'ops[3].block.children[1].children[1].data.date', message: 'is not a known field' },
    { path: 'ops[3].block.children[2].children[0].type', message: 'must be something that a divider may hold, not a divider' },
  ])
})

test('places and flights get all their members, and what is no object stays what it is', () => {
  expect(completeData({ name: 'a', place: { lat: 1 } })).toEqual({
    name: 'a',
    place: { placeId: '', lat: 1, lng: null, formattedAddress: '' },
  })
  expect(completeData({ flight: { flightNo: 'AY73' } }).flight).toEqual({ ...FLIGHT, airline: '', fromAirport: '', toAirport: '' })
  for (const place of ['Kioto', 5, true, null, ['a']]) expect(completeData({ place, flight: place })).toEqual({ place, flight: place })
  expect(completeData({ name: 'a' })).toEqual({ name: 'a' })
})

// the test cases of RFC 7396, appendix A
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('RFC 7396: %j patched with %j is %j', (target, patch, result) => {
  const before = JSON.stringify([target, patch])
  expect(mergePatch(target, patch)).toEqual(result)
  expect(JSON.stringify([target, patch])).toBe(before)
})

test('a patch cannot reach a prototype', () => {
  const patch = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')
  const merged = mergePatch({ a: 1 }, patch) as object
  expect([({} as { polluted?: true }).polluted, Object.getPrototypeOf(merged)]).toEqual([undefined, Object.prototype])
  expect(Object.keys(merged)).toEqual(['a', '__proto__', 'constructor'])
  expect(mergePatch({ a: 1 }, JSON.parse('{"__proto__": null, "toString": null}'))).toEqual({ a: 1 })
})
