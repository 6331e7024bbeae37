import { randomUUIDv7 } from 'node:crypto'
import type { Road } from '../operations/road.ts'
import { DEMO_CATALOG, DEMO_ROUTES } from './catalog.ts'
import type { DemoEntity, DemoTrip, Json } from './content.ts'
import { DEMO_TRIPS } from './trips.ts'

const UNLIMITED = 1_000_000

export interface Filled {
  trips: number
  travelers: number
  templates: number
  libraryEntries: number
  catalogEntries: number
  routes: number
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
  const catalogEntries = await makeEntities(call, DEMO_CATALOG, null)
  for (const body of DEMO_ROUTES) await call('routes.create', { body })
  for (const trip of DEMO_TRIPS) await makeTrip(call, trip)
  return {
    trips: DEMO_TRIPS.length,
    travelers: DEMO_TRIPS.flatMap(({ passengers = [] }) => passengers).length,
    templates: DEMO_TRIPS.filter(({ template }) => template).length,
    libraryEntries: DEMO_TRIPS.flatMap(({ saved = [] }) => saved).length,
    catalogEntries,
    routes: DEMO_ROUTES.length,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Call = (operationId: string, input?: { params?: Json; body?: Json }) => Promise<any>

/** From the outside inwards. Answers how many there are. */
async function makeEntities(call: Call, entities: readonly DemoEntity[], parentId: string | null): Promise<number> {
  let count = entities.length
  for (const { inside = [], place, ...entity } of entities) {
    const { id } = await call('catalogEntities.create', { body: { ...entity, origin: 'human', place: { ...place, parentId } } })
    count += await makeEntities(call, inside, id)
  }
  return count
}

async function makeTrip(call: Call, demo: DemoTrip): Promise<void> {
  const { startsIn, dates, commercialState, publish, sections, days, template, contact, passengers = [], saved = [], ...content } = demo
  const start = Temporal.Now.plainDateISO().add({ days: startsIn })
  const trip = await call('trips.create', {
    body: { ...content, startDate: `${start}`, ...(dates && { endDate: `${start.add({ days: dates - 1 })}` }) },
  })
  const params = { tripId: trip.id }
  await writeItinerary(call, params, demo)
  if (contact) await call('contact.create', { params, body: contact })
  for (const body of passengers) await call('travelers.create', { params, body })
  if (commercialState) await call('trips.setCommercialState', { params, body: { state: commercialState } })
  if (publish) await call('trips.publish', { params })
  if (template) await call('templates.create', { body: { ...params, ...template } })
  if (saved.length === 0) return
  const { blocks } = await call('itinerary.get', { params })
  for (const { title, tags } of saved) await call('library.create', { body: { ...params, blockId: blockCalled(blocks, title), tags } })
}

interface ShownBlock {
  id: string
  data: Json
  children: ShownBlock[]
}

async function writeItinerary(call: Call, params: Json, { sections = [], days = {} }: DemoTrip): Promise<void> {
  const { blocks }: { blocks: ShownBlock[] } = await call('itinerary.get', { params })
  const dayNumbered = (number: string) => blocks.find(({ data }) => data.dayNumber === Number(number))?.id
  const ops = [
    ...sections.map((block) => ({ op: 'insert', position: 'first', block })),
    ...Object.entries(days).flatMap(([number, inside]) => inside.map((block) => ({ op: 'insert', parent: dayNumbered(number), block }))),
  ]
  if (ops.length > 0) await call('itinerary.change', { params, body: { ops } })
}

const blockCalled = (blocks: ShownBlock[], title: string): string | undefined =>
  everyBlock(blocks).find(({ data }) => data.title === title || data.name === title)?.id

const everyBlock = (blocks: ShownBlock[]): ShownBlock[] => blocks.flatMap((block) => [block, ...everyBlock(block.children)])
