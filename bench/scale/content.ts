import { completeDesign, type Design, type DesignInput } from '../../src/domain/design/index.ts'
import { numbers } from '../numbers.ts'

const list = (text: string): string[] => text.split(',').map((one) => one.trim())

const CITIES = list(`Kioto, Roma, París, Tokio, Lisboa, Nueva York, Marrakech, Londres, Florencia, Venecia, Praga, Viena, Budapest, Atenas,
  Estambul, Bangkok, Hanói, Bali, Cancún, La Habana, Cartagena, Lima, Cuzco, Buenos Aires, Reikiavik, Dublín, Edimburgo, Ámsterdam, Berlín,
  Cracovia, Dubrovnik, Santorini, El Cairo, Petra, Zanzíbar, Ciudad del Cabo, Sídney, Auckland, Vancouver, San Francisco`)
const OCCASIONS =
  list(`Luna de miel en, Escapada a, Ruta por, Viaje de empresa a, Fin de curso en, Semana Santa en, Navidad en, Aniversario en,
  Vuelta por, Circuito de, Grupo a, Familia en`)
const SURNAMES =
  list(`García, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Ruiz, Hernández, Jiménez, Díaz, Álvarez, Moreno, Muñoz, Alonso,
  Romero, Navarro, Torres, Domínguez, Gil, Vázquez, Serrano, Ramos, Blanco, Molina, Castro, Ortega, Rubio, Ortiz, Marín, Sanz, Iglesias, Medina,
  Garrido, Cortés, Castillo, Lozano, Guerrero, Cano, Prieto, Méndez, Cruz, Gallego, Vidal, León, Peña, Ibáñez, Echevarría, Zabala, Quiroga`)
const STATES = list(
  'nueva, nueva, propuesta_enviada, propuesta_enviada, aceptada, reserva_provisional, reservada, reservada, rechazada, cancelada',
)
const SOURCES = list('web, web, web, tienda, tienda, teléfono, recomendación')

export const DESIGN_VARIANTS = 60

/** A trip as its row holds it; `design` is the number of one, or null. */
export interface DatasetTrip {
  title: string
  startDate: string | null
  state: string
  published: boolean
  travelers: number
  metadata: Record<string, string>
  design: number | null
}

/** The one surname that hardly anybody has: what somebody types who knows what they look for. */
export const RARE_SURNAME = 'Zubizarreta'
const RARE = 20_000

/** Always the same trips, whatever there are more of. */
export function tripNumbered(n: number): DatasetTrip {
  const next = numbers(n + 1)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = (from: string[]) => from[below(from.length)] as string
  // the lists are drawn from unevenly: some places and names are far commoner than others
  const skewed = (from: string[]) => from[Math.floor(next() ** 2 * from.length)] as string
  const surname = n % RARE === 7 ? RARE_SURNAME : skewed(SURNAMES)
  const city = skewed(CITIES)
  const title = next() < 0.3 ? `${surname} · ${city} y ${pick(CITIES)}` : `${pick(OCCASIONS)} ${city}, ${surname} ${pick(SURNAMES)}`
  return {
    title,
    startDate: next() < 0.9 ? `202${5 + below(4)}-${two(1 + below(12))}-${two(1 + below(28))}` : null,
    state: pick(STATES),
    published: next() < 0.4,
    travelers: 1 + below(6),
    metadata: { crm: String(1_000_000 + n), ...(next() < 0.6 && { origen: pick(SOURCES) }), ...(next() < 0.2 && { factura: `F-${n}` }) },
    design: next() < 0.25 ? below(DESIGN_VARIANTS) : null,
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A route of two to eight stops, as it is kept. */
export function designNumbered(n: number): Design {
  const next = numbers(n + 1)
  const stops = Array.from({ length: 2 + (n % 7) }, (_, place): DesignInput['stops'][number] => {
    const city = CITIES[(n * 7 + place * 3) % CITIES.length] as string
    const transfer = { id: `t${place}`, departDate: null, arriveDate: null, departTime: '09:40', arriveTime: '12:10' }
    const where = { lat: 35 + next() * 10, lng: next() * 140, formattedAddress: city }
    return { id: `s${place}`, city, nights: 1 + Math.floor(next() * 4), transferBefore: transfer, place: where }
  })
  const home = { id: 'home', departDate: null, arriveDate: null, days: n % 2, departTime: '22:15', arriveTime: '10:35' }
  return completeDesign({ version: 1, originCity: 'Madrid', stops, returnCity: null, returnTransfer: home })
}
