import type { BlockInput, Json } from './content.ts'

const at = (formattedAddress: string, lat: number, lng: number) => ({ formattedAddress, lat, lng })
const train = (id: string, departTime: string, arriveTime: string) => ({ id, departDate: null, arriveDate: null, departTime, arriveTime })
const flight = (id: string, departTime: string, arriveTime: string, days: number, flown: Record<string, string>) => ({
  ...train(id, departTime, arriveTime),
  days,
  flight: { airline: 'Finnair', ...flown },
})

/** Eighteen days and six stops: the trip that everybody at the agency knows by heart. */
export const JAPAN_DESIGN: Json = {
  version: 1,
  originCity: 'Madrid',
  originPlace: at('Madrid, España', 40.4168, -3.7038),
  stops: [
    {
      ...{ id: 'tokio', city: 'Tokio', nights: 4, place: at('Tokio, Japón', 35.6762, 139.6503) },
      transferBefore: flight('madrid-tokio', '10:15', '12:55', 1, { flightNo: 'AY1662 / AY73', fromAirport: 'MAD', toAirport: 'NRT' }),
    },
    {
      ...{ id: 'hakone', city: 'Hakone', nights: 2, place: at('Hakone, Kanagawa, Japón', 35.2324, 139.1069) },
      transferBefore: train('tokio-hakone', '10:00', '11:25'),
    },
    {
      ...{ id: 'takayama', city: 'Takayama', nights: 2, place: at('Takayama, Gifu, Japón', 36.1461, 137.2522) },
      transferBefore: train('hakone-takayama', '09:05', '13:40'),
    },
    {
      ...{ id: 'kioto', city: 'Kioto', nights: 4, place: at('Kioto, Japón', 35.0116, 135.7681) },
      transferBefore: train('takayama-kioto', '10:38', '13:50'),
    },
    {
      ...{ id: 'hiroshima', city: 'Hiroshima', nights: 1, place: at('Hiroshima, Japón', 34.3853, 132.4553) },
      transferBefore: train('kioto-hiroshima', '09:20', '11:00'),
    },
    {
      ...{ id: 'osaka', city: 'Osaka', nights: 2, place: at('Osaka, Japón', 34.6937, 135.5023) },
      transferBefore: train('hiroshima-osaka', '16:00', '17:25'),
    },
  ],
  returnCity: 'Madrid',
  returnPlace: at('Madrid, España', 40.4168, -3.7038),
  returnTransfer: flight('osaka-madrid', '22:15', '10:35', 1, { flightNo: 'AY68 / AY1661', fromAirport: 'KIX', toAirport: 'MAD' }),
}

const visit = (name: string, startTime: string, description: string, rest: object = {}): BlockInput => ({
  type: 'activity',
  data: { name, startTime, description, bookingStatus: 'por_cuenta_propia', ...rest },
})
const booked = (name: string, startTime: string, description: string, cost: string, supplier: string): BlockInput =>
  visit(name, startTime, description, { bookingStatus: 'confirmado', confirmationCode: `JP-${cost.replace('.', '')}`, cost, supplier })
const tip = (markdown: string): BlockInput => ({ type: 'note', data: { tone: 'tip', markdown } })

export const BEFORE_LEAVING: BlockInput = {
  type: 'section',
  data: { title: 'Antes de salir', subtitle: 'Lo que conviene dejar hecho' },
  children: [
    {
      type: 'checklist',
      data: {
        items: [
          { text: 'Pasaporte con validez para toda la estancia', done: true },
          { text: 'Canjear el Japan Rail Pass', done: false },
          { text: 'Registro en Visit Japan Web', done: false },
          { text: 'Tarjeta Suica o Pasmo en el móvil', done: false },
        ],
      },
    },
    {
      type: 'text',
      data: {
        markdown:
          'En otoño las mañanas son frescas en **Hakone** y **Takayama**: una capa de abrigo ligera basta. Las maletas grandes viajan de hotel en hotel con *takkyubin*.',
      },
    },
    {
      type: 'note',
      visibility: 'staff',
      data: { tone: 'warning', markdown: 'Cliente repetidor. Celebran su **25 aniversario** en Kioto: pedir detalle al ryokan.' },
    },
  ],
}

/** What happens on each day, by its number. */
export const JAPAN_DAYS: Record<number, BlockInput[]> = {
  2: [
    visit(
      'Paseo por Asakusa y el templo Senso-ji',
      '17:00',
      'Primer contacto tranquilo con la ciudad: la puerta Kaminarimon al anochecer y una cena ligera en Hoppy-dori.',
      {
        place: at('Senso-ji, Tokio', 35.7148, 139.7967),
      },
    ),
  ],
  3: [
    booked(
      'Mercado exterior de Tsukiji con guía',
      '08:30',
      'Desayuno de mercado: tamagoyaki, erizo y café de especialidad con una guía de habla hispana.',
      '85.00',
      'Tokyo Food Walks',
    ),
    visit('Santuario Meiji y Harajuku', '12:00', 'El bosque del santuario y, al cruzar la calle, la moda de Takeshita-dori.'),
    visit('Cruce de Shibuya al anochecer', '18:30', 'Vistas desde Shibuya Sky si el día está claro.'),
  ],
  4: [
    booked('teamLab Planets', '10:00', 'Arte digital que se recorre descalzo. Llegar diez minutos antes.', '38.00', 'teamLab'),
    visit('Akihabara', '15:00', 'Electrónica, recreativas y tiendas de figuras.'),
  ],
  5: [tip('Día libre: **Nikko** está a dos horas en tren y, a primeros de noviembre, con el otoño en su mejor momento.')],
  6: [
    booked(
      'Ryokan con onsen privado',
      '15:00',
      'Cena *kaiseki* a las 18:30 en la habitación. Hay que avisar de alergias con tres días.',
      '420.00',
      'Hakone Ginyu',
    ),
  ],
  7: [
    visit('Lago Ashi y el torii de Hakone-jinja', '09:30', 'Barco por el lago; con suerte, el Fuji al fondo.', {
      place: at('Hakone-jinja', 35.2047, 139.0256),
    }),
    visit('Museo al aire libre de Hakone', '14:00', 'Escultura entre montañas, y un pabellón entero de Picasso.'),
  ],
  8: [visit('Casco antiguo de Sanmachi', '16:00', 'Bodegas de sake y casas de comerciantes del periodo Edo.')],
  9: [
    booked(
      'Excursión a Shirakawa-go',
      '08:50',
      'Las casas *gassho-zukuri*, Patrimonio de la Humanidad, desde el mirador y por dentro.',
      '64.00',
      'Nohi Bus',
    ),
  ],
  10: [visit('Atardecer en Gion', '18:00', 'Las calles de faroles; con discreción, alguna geiko camino de su cita.')],
  11: [
    visit('Fushimi Inari', '07:00', 'Los mil torii antes de que llegue la gente.', {
      place: at('Fushimi Inari-taisha', 34.9671, 135.7727),
    }),
    booked('Ceremonia del té en una machiya', '15:00', 'Una hora con una maestra de la escuela Urasenke.', '55.00', 'Camellia'),
  ],
  12: [
    visit('Arashiyama en bicicleta', '09:00', 'Bosque de bambú, Tenryu-ji y la orilla del Oi.'),
    visit('Pabellón Dorado', '15:30', 'Mejor a última hora, con la luz de lado.', { place: at('Kinkaku-ji', 35.0394, 135.7292) }),
  ],
  13: [
    booked('Excursión a Nara', '09:30', 'El Gran Buda de Todai-ji y los ciervos del parque, con guía.', '90.00', 'Nara Walks'),
    {
      type: 'service',
      visibility: 'staff',
      data: { name: 'Ramo de flores en el ryokan (25 aniversario)', bookingStatus: 'solicitado', cost: '60.00' },
    },
  ],
  14: [
    visit('Parque Memorial de la Paz', '12:30', 'El museo y la Cúpula. Conviene ir sin prisa.', {
      place: at('Cúpula de la Bomba Atómica', 34.3955, 132.4536),
    }),
    visit('Isla de Miyajima', '16:00', 'El torii en el agua; mirar la tabla de mareas.'),
  ],
  15: [visit('Dotonbori', '20:00', 'Takoyaki, okonomiyaki y neones a la orilla del canal.')],
  16: [visit('Castillo de Osaka', '10:00', 'El parque y las vistas desde el octavo piso.')],
  17: [tip('Último día: las maletas se quedan en consigna y el tren Haruka sale cada media hora hacia el aeropuerto.')],
}
