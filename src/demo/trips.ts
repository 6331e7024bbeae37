import type { DemoTrip, Json } from './content.ts'
import { BEFORE_LEAVING, JAPAN_DAYS, JAPAN_DESIGN } from './japan.ts'
import { BERTA, MARTA, MARTA_AND_JAVIER, THE_SALAS } from './people.ts'

const drive = (id: string) => ({ id, departDate: null, arriveDate: null })
const stop = (city: string, nights: number, [lat, lng]: [number, number]) => ({
  ...{ id: city.toLowerCase().replaceAll(/\W+/g, '-'), city, nights, place: { formattedAddress: city, lat, lng } },
  transferBefore: drive(`a-${city.toLowerCase().replaceAll(/\W+/g, '-')}`),
})
const loop = (originCity: string, ...stops: Json[]): Json => ({
  ...{ version: 1, originCity, stops, returnCity: originCity, returnTransfer: drive('vuelta') },
})

/** A trip that is sold and shown, and five others on their way. */
export const DEMO_TRIPS: DemoTrip[] = [
  {
    ...{ title: 'Japón en otoño: aniversario de Marta y Javier', startsIn: 120, travelers: 2, design: JAPAN_DESIGN },
    profile: { pace: 'equilibrado', profiles: ['pareja', 'repetidor', 'gastronomico'], notes: '25 aniversario. Marta es celíaca.' },
    ...{ commercialState: 'reservada', publish: true, sections: [BEFORE_LEAVING], days: JAPAN_DAYS },
    ...{ contact: MARTA, passengers: MARTA_AND_JAVIER },
    template: {
      title: 'Japón clásico en 18 días',
      description: 'De Tokio a Osaka por los Alpes japoneses.',
      tags: ['japón', 'otoño', 'pareja'],
    },
    saved: [
      { title: 'Antes de salir', tags: ['japón', 'preparativos'] },
      { title: 'Fushimi Inari', tags: ['kioto', 'templos'] },
      { title: 'Ceremonia del té en una machiya', tags: ['kioto', 'cultura'] },
      { title: 'teamLab Planets', tags: ['tokio', 'arte'] },
    ],
  },
  {
    ...{ title: 'Islandia: vuelta a la isla con niños', startsIn: 200, travelers: 4, commercialState: 'propuesta_enviada', publish: true },
    ...{ contact: BERTA, passengers: THE_SALAS },
    profile: { pace: 'relajado', profiles: ['familia_ninos', 'naturaleza'], avoid: ['Madrugones'] },
    design: loop(
      'Reikiavik',
      stop('Vík', 2, [63.4186, -19.006]),
      stop('Höfn', 2, [64.2539, -15.2082]),
      stop('Akureyri', 3, [65.6885, -18.1262]),
    ),
    days: {
      1: [
        {
          type: 'activity',
          data: { name: 'Cascadas de Seljalandsfoss y Skógafoss', description: 'Se pasa **por detrás** de la primera: chubasquero.' },
        },
      ],
      3: [
        {
          type: 'activity',
          data: {
            name: 'Laguna glaciar de Jökulsárlón',
            startTime: '11:00',
            bookingStatus: 'opcional',
            description: 'Paseo en anfibio entre icebergs.',
          },
        },
      ],
    },
  },
  {
    ...{ title: 'Toscana sin prisas', startsIn: 75, travelers: 6, commercialState: 'aceptada' },
    profile: { pace: 'relajado', profiles: ['grupo', 'gastronomico', 'senior'] },
    design: loop(
      'Florencia',
      stop('Siena', 2, [43.3188, 11.3308]),
      stop('Pienza', 3, [43.0766, 11.6788]),
      stop('Lucca', 2, [43.8429, 10.5027]),
    ),
    template: {
      title: 'Toscana: tres bases en una semana',
      description: 'Sin cambiar de hotel cada noche.',
      tags: ['italia', 'gastronomía'],
    },
    days: {
      2: [
        {
          type: 'activity',
          data: {
            name: 'Cata en una bodega de Montalcino',
            startTime: '12:00',
            bookingStatus: 'confirmado',
            description: 'Brunello de tres añadas y comida de la casa.',
          },
        },
      ],
      4: [{ type: 'note', data: { tone: 'info', markdown: 'Mañana libre en el Val d’Orcia. La luz buena, al amanecer.' } }],
    },
  },
  {
    ...{ title: 'Perú: Cuzco, Valle Sagrado y Machu Picchu', startsIn: 260, travelers: 2 },
    profile: { pace: 'intenso', profiles: ['primera_vez', 'cultural', 'fotografia'] },
    design: loop(
      'Lima',
      stop('Cuzco', 3, [-13.532, -71.9675]),
      stop('Ollantaytambo', 2, [-13.2584, -72.2633]),
      stop('Aguas Calientes', 1, [-13.1547, -72.5254]),
    ),
  },
  {
    ...{ title: 'Puente en Marrakech', startsIn: 30, travelers: 2, dates: 4, commercialState: 'rechazada' },
    profile: { profiles: ['pareja', 'presupuesto_ajustado'] },
  },
  {
    ...{ title: 'Safari en Tanzania', startsIn: 320, travelers: 5, dates: 11, commercialState: 'cancelada' },
    profile: { profiles: ['naturaleza', 'premium'], notes: 'Cancelado por el cliente; quiere retomarlo el año que viene.' },
  },
]
