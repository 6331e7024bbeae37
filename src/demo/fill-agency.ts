import { randomUUIDv7 } from 'node:crypto'
import type { Road } from '../operations/road.ts'
import type { BlockInput, DemoTrip, Json } from './content.ts'
import { DEMO_TRIPS } from './trips.ts'

const UNLIMITED = 1_000_000

export interface Filled {
  trips: number
}

/** Fills an agency with believable data, through the same operations as everybody's. */
export async function fillAgency(road: Road, secret: string): Promise<Filled> {
  const known = await road.authenticate(secret)
  // not stopped by the agency's own limits, however low
  const caller = { ...known, agency: { ...known.agency, perKeyPerMinute: UNLIMITED, perAgencyPerMinute: UNLIMITED } }
  const call: Call = async (operationId, { params = {}, body } = {}) => {
    const operation = road.catalogue.find(operationId)
    if (!operation) throw new Error(`there is no operation ${operationId}`)
    const admitted = await road.admit(operation, caller, () => {})
    const { body: answer } = await road.run(operation, {
      ...{
        admitted,
        surface: 'rest' as const,
        requestId: randomUUIDv7(),
        dryRun: false,
        idempotencyKey: undefined,
        mistakes: [],
        tell() {},
      },
      input: { params, query: {}, body },
    })
    return JSON.parse(answer)
  }
  for (const trip of DEMO_TRIPS) await makeTrip(call, trip)
  return { trips: DEMO_TRIPS.length }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (operationId: string, input?: { params?: Json; body?: Json }) => Promise<any>

async function makeTrip(
  call: Call,
  { startsIn, dates, commercialState, publish, sections = [], days = {}, ...content }: DemoTrip,
): Promise<void> {
  const start = Temporal.Now.plainDateISO().add({ days: startsIn })
  const trip = await call('trips.create', {
    body: { ...content, startDate: `${start}`, ...(dates && { endDate: `${start.add({ days: dates - 1 })}` }) },
  })
  const params = { tripId: trip.id }
  const { blocks } = await call('itinerary.get', { params })
  const ops = [
    ...sections.map((block) => ({ op: 'insert', position: 'first', block })),
    ...Object.entries(days).flatMap(([number, inside]) =>
      inside.map((block) => ({ op: 'insert', parent: dayNumbered(blocks, number), block })),
    ),
  ]
  if (ops.length > 0) await call('itinerary.change', { params, body: { ops } })
  if (commercialState) await call('trips.setCommercialState', { params, body: { state: commercialState } })
  if (publish) await call('trips.publish', { params })
}

const dayNumbered = (blocks: (BlockInput & { id: string })[], number: string): string | undefined =>
  blocks.find(({ data }) => data.dayNumber === Number(number))?.id
