import type { BenchCaller } from './seed.ts'

const AGENCIES = 10
export const SECTIONS = 25
export const NOTES = 19

export interface BenchItinerary {
  caller: BenchCaller
  tripId: string
}

const made = new Map<number, Promise<BenchItinerary[]>>()

/** Ten agencies' trips with an itinerary of 500 blocks each, made through the API; once a server. */
export function itinerariesAt(port: number, callers: BenchCaller[]): Promise<BenchItinerary[]> {
  let all = made.get(port)
  if (!all) {
    all = Promise.all(callers.slice(0, AGENCIES).map(async (caller) => ({ caller, tripId: await makeOne(port, caller) })))
    made.set(port, all)
  }
  return all
}

const note = (number: number) => ({
  type: 'note',
  data: { markdown: `Nota ${number}: recoger los billetes en la estación y confirmar la hora de salida.` },
})

const ops = Array.from({ length: SECTIONS }, (_, section) => ({
  op: 'insert',
  block: {
    type: 'section',
    data: { title: `Sección ${section}` },
    children: Array.from({ length: NOTES }, (_, place) => note(section * NOTES + place)),
  },
}))

async function makeOne(port: number, { secret }: BenchCaller): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { id: string }
  }
  const { id } = await post('/v1/trips', { title: 'Quinientos bloques' })
  await post(`/v1/trips/${id}/itinerary/ops`, { ops })
  return id
}
