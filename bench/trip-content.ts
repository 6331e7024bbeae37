import { numbers } from './numbers.ts'

/** What a trip of the bench holds: about 3.8 KB as the API answers it, most of it in thirty metadata keys. */
export interface BenchTrip {
  title: string
  startDate: string
  endDate: string
  travelers: number
  profile: object
  presentation: object
  metadata: Record<string, string>
}

const WORDS = `Kioto otoño ruta templo hotel traslado vuelo reserva cliente llegada salida cena mirador barrio mercado tren excursión guía
  jardín lluvia seguro factura proveedor habitación desayuno familia montaña isla puerto visita entrada billete museo playa descanso noche
  equipaje acuerdo precio margen confirmado pendiente sábado martes aeropuerto estación alquiler`
  .trim()
  .split(/\s+/)

const VARIANTS = 20
const METADATA_KEYS = 30
const METADATA_VALUE = 84

function sentence(next: () => number, length: number): string {
  let text = ''
  while (text.length < length) text += `${WORDS[Math.floor(next() * WORDS.length)]} `
  return text.slice(0, length - 4) + String(Math.floor(next() * 10_000)).padStart(4, '0')
}

function trip(variant: number): BenchTrip {
  const next = numbers(variant)
  return {
    title: sentence(next, 40),
    startDate: '2027-10-04',
    endDate: '2027-10-21',
    travelers: 2 + (variant % 5),
    profile: { pace: 'relajado', profiles: ['pareja', 'cultural', 'gastronomico'], avoid: ['madrugar'], notes: sentence(next, 60) },
    presentation: { brandColor: '#0a7d5c', fontFamily: 'lora' },
    metadata: Object.fromEntries(Array.from({ length: METADATA_KEYS }, (_, key) => [`campo_${key}`, sentence(next, METADATA_VALUE)])),
  }
}

export const BENCH_TRIPS: readonly BenchTrip[] = Array.from({ length: VARIANTS }, (_, variant) => trip(variant))
