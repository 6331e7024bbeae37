import { expect, test } from 'vitest'
import { mapAddress, webAddress } from '../../src/pages/trip/links.ts'
import { markdownAsHtml } from '../../src/pages/trip/markdown.ts'
import { tripPage } from '../../src/pages/trip/trip-page.ts'
import type { PublicBlock, PublicData, PublicTrip } from '../../src/published/public-trip.ts'

const block = <T extends keyof PublicData>(type: T, data: PublicData[T], children: PublicBlock[] = []) =>
  ({ type, data, children }) as PublicBlock
const TRIP: PublicTrip = {
  ...{ title: 'Japón', startDate: null, endDate: null, travelers: 2, coverImageUrl: null, blocks: [] },
  agency: { name: 'Viajes Prueba', locale: 'es' },
}
const pageOf = (blocks: PublicBlock[], rest: Partial<PublicTrip> = {}) => tripPage({ ...TRIP, ...rest, blocks })
/** What a reader sees of it, without its marks and without what is around the itinerary. */
const seen = (page: string) =>
  (/<main>(.*)<\/main>/s.exec(page)?.[1] ?? '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test.each([
  ['2027-10-04', '2027-10-21', 'es', '4–21 de octubre de 2027 · 18 días · 2 viajeros'],
  ['2027-12-30', '2028-01-02', 'es', '30 de diciembre de 2027 – 2 de enero de 2028 · 4 días · 2 viajeros'],
  ['2027-10-04', '2027-10-04', 'es', '4 de octubre de 2027 · 1 día · 2 viajeros'],
  ['2027-10-04', null, 'es', 'Desde el 4 de octubre de 2027 · 2 viajeros'],
  [null, '2027-10-21', 'es', 'Hasta el 21 de octubre de 2027 · 2 viajeros'],
  [null, null, 'es', 'Fechas por concretar · 2 viajeros'],
  ['2027-10-04', '2027-10-21', 'en-GB', '4 – 21 October 2027 · 18 days · 2 travelers'],
  [null, null, 'en', 'Dates to be decided · 2 travelers'],
  [null, null, 'fr', 'Fechas por concretar · 2 viajeros'],
  [null, null, '"><script>', 'Fechas por concretar · 2 viajeros'],
])('a trip from %s to %s, in %s, is told as “%s”', (startDate, endDate, locale, told) => {
  const page = pageOf([], { startDate, endDate, agency: { name: 'A', locale } })
  const essentials = /<p class="essentials">(.*?)<\/p>/s.exec(page)?.[1] ?? ''
  expect(essentials.replaceAll(/<[^>]+>/g, '').replaceAll(/[\s\u2009]+/g, ' ')).toBe(told)
  expect(page).toContain(`<html lang="${locale.startsWith('en') ? locale : 'es'}">`)
})

const place = { lat: 35.7118, lng: 139.7966, formattedAddress: 'Asakusa' }
test.each<[string, PublicBlock, string]>([
  ['a section', block('section', { title: 'Kioto', subtitle: 'Otoño' }, [block('text', { markdown: 'a' })]), 'Kioto Otoño a'],
  ['a dated day', block('day', { title: 'Kioto', date: '2027-10-12', dayNumber: 9 }), 'Día 9 · Martes, 12 de octubre Kioto'],
  ['an undated day', block('day', { title: 'Kioto', dayNumber: 9, summary: '**Templos**' }), 'Día 9 Kioto Templos'],
  ['a day without a title', block('day', { title: '', date: '2027-10-12', dayNumber: 9 }), 'Martes, 12 de octubre Día 9'],
  ['a heading', block('heading', { text: 'Tarde' }), 'Tarde'],
  ['a note', block('note', { markdown: 'ojo', tone: 'warning' }), 'Atención ojo'],
  ['a note without a tone', block('note', { markdown: 'ojo' }), 'Información ojo'],
  ['a checklist', block('checklist', { items: [{ text: 'Visado', done: true }, { text: 'Seguro' }] }), 'Hecho: Visado Pendiente: Seguro'],
  ['a video', block('video', { url: 'https://youtu.be/x', caption: 'El metro' }), 'El metro youtu.be'],
  ['a destination', block('destination', { name: 'Kioto', bookingStatus: 'por_cuenta_propia' }), 'Destino Por cuenta propia Kioto'],
  ['a service', block('service', { name: 'Guía', startTime: '09:00' }), 'Servicio 09:00 Guía'],
  [
    'a lodging',
    block('lodging', {
      ...{ name: 'Ryokan', checkIn: '2027-10-10', checkOut: '2027-10-12', nights: 2, roomType: 'Doble', board: 'Desayuno' },
      ...{ bookingStatus: 'confirmado', place },
    }),
    'Alojamiento Confirmado Ryokan Entrada dom, 10 oct Salida mar, 12 oct Estancia 2 noches Habitación Doble Régimen Desayuno Dónde Asakusa',
  ],
  [
    'an activity',
    block('activity', {
      name: 'Té',
      startTime: '09:00',
      endTime: '10:30',
      durationMinutes: 90,
      meetingPoint: 'Puerta',
      description: 'Con _Ana_',
    }),
    'Actividad 09:00 – 10:30 Té Con Ana Duración 1 h 30 min Punto de encuentro Puerta',
  ],
  [
    'a flight',
    block('transfer', {
      ...{ from: 'Madrid', to: 'Tokio', mode: 'avion', startTimezone: 'Europe/Madrid', endTimezone: 'Asia/Tokyo' },
      ...{ departDate: '2027-10-04', departTime: '10:15', arriveDate: '2027-10-05', arriveTime: '12:55' },
      flight: { airline: 'Finnair', flightNo: 'AY73', fromAirport: 'MAD', toAirport: 'NRT' },
    }),
    'Vuelo Madrid → a Tokio Salida lun, 4 oct · 10:15 (hora de Madrid) Llegada mar, 5 oct · 12:55 (hora de Tokyo) Vuelo Finnair AY73 · MAD → a NRT',
  ],
  ['a transfer of which little is known', block('transfer', { from: 'Hotel', to: '—' }), 'Traslado Hotel → a —'],
])('%s is told as people would', (_what, shown, told) => {
  expect(seen(pageOf([shown]))).toBe(told)
})

test('pictures come when they are looked at, with the words for who does not see them', () => {
  const image = { url: 'https://a.example/1.jpg', alt: 'El "lago"', caption: 'Al alba' }
  const figure =
    '<figure><img src="https://a.example/1.jpg" alt="El &quot;lago&quot;" loading="lazy" decoding="async"><figcaption dir="auto">Al alba</figcaption></figure>'
  for (const shown of [block('image', image), block('gallery', { images: [image] }), block('place', { name: 'Lago', images: [image] })])
    expect(pageOf([shown])).toContain(figure)
})

test('a map lists the places around it, each once, and leads to OpenStreetMap', () => {
  const osaka = block('place', { name: 'Castillo', place: { formattedAddress: 'Castillo de Osaka' } })
  const day = block('day', { title: 'Tokio' }, [
    block('place', { name: 'Senso-ji', place }),
    block('service', { name: 'Guía', place }),
    block('map', {}),
  ])
  const page = pageOf([day, osaka])
  expect(seen(page)).toContain('En el mapa Guía')
  expect(seen(page)).not.toMatch(/En el mapa.*En el mapa|En el mapa Guía Castillo/)
  expect(page).toContain(
    '<a href="https://www.openstreetmap.org/?mlat=35.71180&amp;mlon=139.79660#map=16/35.71180/139.79660" rel="noopener nofollow">',
  )
  expect(seen(pageOf([day, osaka, block('map', { title: 'Todo' })]))).toMatch(/Todo Guía Castillo$/)
  expect(seen(pageOf([block('map', { title: 'Nada' }), block('text', { markdown: 'a' })]))).toBe('a')
  expect(mapAddress({ formattedAddress: 'a&b "c"' })).toBe('https://www.openstreetmap.org/search?query=a%26b+%22c%22')
})

test('headings go down one at a time, whatever people wrote', () => {
  const text = block('text', { markdown: '### tres\n\n# uno\n\n## dos' })
  const within = [
    block('heading', { text: 'h', level: 3 }),
    block('heading', { text: 'h', level: 2 }),
    block('heading', { text: 'h', level: 3 }),
    text,
  ]
  const day = block('day', { title: 'Día' }, [...within, block('place', { name: 'Lago', description: '# dentro' })])
  for (const blocks of [[day], [block('section', { title: 'Uno' }, [day, ...within])], within, [block('section', { title: '' }, [day])]]) {
    const levels = [...pageOf(blocks).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => at > 0 && level > (levels[at - 1] as number) + 1)).toEqual([])
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
  }
})

test('a trip of many days has an index of them', () => {
  const days = [1, 2, 3, 4].map((dayNumber) => block('day', { title: `Ciudad ${dayNumber}`, dayNumber }))
  const page = pageOf([block('section', { title: 'Japón' }, days)])
  expect(page).toContain('<a href="#d4"><span class="date">Día 4</span> <bdi>Ciudad 4</bdi></a>')
  expect(page).toContain('<section class="day" id="d4">')
  expect(pageOf(days.slice(1))).not.toContain('<details')
})

test('a section of which nothing is to be seen is not there', () => {
  expect(seen(pageOf([block('section', { title: 'Vacía' }), block('text', { markdown: 'a' })]))).toBe('a')
})

test.each([
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'data:image/svg+xml,x',
  ],
  ...[
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    '//evil.example',
    '/v1/trips',
    'https://user:word@evil.example',
    'https://',
    '',
    'mailto:a@b.c',
  ],
])('%j is no address for a picture, a video or a cover', (url) => {
  expect(webAddress(url)).toBeUndefined()
  const page = pageOf([block('image', { url }), block('video', { url }), block('gallery', { images: [{ url }] })], { coverImageUrl: url })
  expect(page).not.toMatch(/<img|<a /)
})

test.each([
  ['[a](https://a.example/x "t")', '<p><a href="https://a.example/x" title="t" rel="noopener nofollow">a</a></p>\n'],
  ['[a](mailto:a@b.example)', '<p><a href="mailto:a@b.example" rel="noopener nofollow">a</a></p>\n'],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
  ['[a](&#106;avascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
  ['[a](/v1/trips)', '<p>[a](/v1/trips)</p>\n'],
  ['[a](https://u:p@evil.example)', '<p>[a](https://u:p@evil.example)</p>\n'],
  ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>\n'],
  ['https://a.example', '<p>https://a.example</p>\n'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>\n'],
  ['![a"b](https://a.example/1.png)', '<p><img src="https://a.example/1.png" alt="a&quot;b" loading="lazy" decoding="async"></p>\n'],
  ['![foto](mailto:a@b.example)', '<p>foto</p>\n'],
  ['a\nb', '<p>a<br>\nb</p>\n'],
  ['|a|\n|:-:|\n|b|', '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n'],
])('the markdown %j is read safely', (text, read) => {
  expect(markdownAsHtml(text, 3).html).toBe(read)
})

test('what is all signs is shown as it was typed, since reading it would take too long', () => {
  const text = '![['.repeat(10_000)
  expect(markdownAsHtml(text, 3).html).toBe(`<p class="typed">${text}</p>`)
  expect(markdownAsHtml('un texto *largo* '.repeat(400), 3).html).toContain('<em>largo</em>')
})
