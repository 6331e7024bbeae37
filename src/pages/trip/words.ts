import type { BookingStatus, PublicData, TransferMode } from '../../published/public-trip.ts'

const SPANISH = {
  itinerary: 'Itinerario',
  preparing: 'Tu agencia todavía está preparando el itinerario. Vuelve a este enlace más adelante: aquí lo verás.',
  undated: 'Fechas por concretar',
  from: (date: string) => `Desde el ${date}`,
  until: (date: string) => `Hasta el ${date}`,
  days: (count: number) => (count === 1 ? '1 día' : `${count} días`),
  nights: (count: number) => (count === 1 ? '1 noche' : `${count} noches`),
  travelers: (count: number) => (count === 1 ? '1 viajero' : `${count} viajeros`),
  day: (number: number) => `Día ${number}`,
  allDays: 'Todos los días',
  duration: 'Duración',
  hours: (hours: number, minutes: number) =>
    [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ') || '0 min',
  meetingPoint: 'Punto de encuentro',
  address: 'Dónde',
  onTheMap: 'Ver en el mapa',
  checkIn: 'Entrada',
  checkOut: 'Salida',
  stay: 'Estancia',
  room: 'Habitación',
  board: 'Régimen',
  departure: 'Salida',
  arrival: 'Llegada',
  flight: 'Vuelo',
  localTime: (city: string) => `hora de ${city}`,
  to: 'a',
  watch: 'Ver el vídeo',
  places: 'En el mapa',
  done: 'Hecho',
  toDo: 'Pendiente',
  preparedBy: 'Preparado por',
  bookings: {
    pendiente: 'Pendiente',
    opcional: 'Opcional',
    solicitado: 'Solicitado',
    confirmado: 'Confirmado',
    por_cuenta_propia: 'Por cuenta propia',
    cancelado: 'Cancelado',
  } satisfies Record<BookingStatus, string>,
  modes: {
    avion: 'Vuelo',
    tren: 'Tren',
    autobus: 'Autobús',
    coche: 'Coche',
    barco: 'Barco',
    a_pie: 'A pie',
    otro: 'Traslado',
  } satisfies Record<TransferMode, string>,
  tones: { info: 'Información', tip: 'Consejo', warning: 'Atención' } satisfies Record<Tone, string>,
  visits: { destination: 'Destino', place: 'Visita', lodging: 'Alojamiento', activity: 'Actividad', service: 'Servicio' },
}

type Tone = NonNullable<PublicData['note']['tone']>
export type Words = typeof SPANISH

const ENGLISH: Words = {
  itinerary: 'Itinerary',
  preparing: 'Your agency is still preparing the itinerary. Come back to this link later: you will find it here.',
  undated: 'Dates to be decided',
  from: (date) => `From ${date}`,
  until: (date) => `Until ${date}`,
  days: (count) => (count === 1 ? '1 day' : `${count} days`),
  nights: (count) => (count === 1 ? '1 night' : `${count} nights`),
  travelers: (count) => (count === 1 ? '1 traveler' : `${count} travelers`),
  day: (number) => `Day ${number}`,
  allDays: 'All days',
  duration: 'Duration',
  hours: SPANISH.hours,
  meetingPoint: 'Meeting point',
  address: 'Where',
  onTheMap: 'See on the map',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  stay: 'Stay',
  room: 'Room',
  board: 'Board',
  departure: 'Departure',
  arrival: 'Arrival',
  flight: 'Flight',
  localTime: (city) => `${city} time`,
  to: 'to',
  watch: 'Watch the video',
  places: 'On the map',
  done: 'Done',
  toDo: 'To do',
  preparedBy: 'Prepared by',
  bookings: {
    pendiente: 'Pending',
    opcional: 'Optional',
    solicitado: 'Requested',
    confirmado: 'Confirmed',
    por_cuenta_propia: 'On your own',
    cancelado: 'Cancelled',
  },
  modes: { avion: 'Flight', tren: 'Train', autobus: 'Bus', coche: 'Car', barco: 'Boat', a_pie: 'On foot', otro: 'Transfer' },
  tones: { info: 'Information', tip: 'Tip', warning: 'Attention' },
  visits: { destination: 'Destination', place: 'Visit', lodging: 'Lodging', activity: 'Activity', service: 'Service' },
}

/** What the page says in an agency's language, and the locale its dates are written in. Spanish, unless it is English. */
export function languageOf(locale: string): { locale: string; words: Words } {
  const [known] = locales(locale)
  if (known?.startsWith('en')) return { locale: known, words: ENGLISH }
  return { locale: known?.startsWith('es') ? known : 'es', words: SPANISH }
}

function locales(locale: string): string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale)
  } catch {
    return [] // no locale at all
  }
}
