import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { SCOPES } from '../../operations/scopes.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'
import type { NewTrip } from './trip.ts'

let world: World
let agency: TestAgency
let templateId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  templateId = await templateOf(await source())
})
afterAll(() => world.stop())

const NO_ID = '01890000-0000-7000-8000-000000000001'
const DATED = {
  ...EXAMPLE_DESIGN,
  returnTransfer: { id: 'home', departDate: '2027-10-20', arriveDate: '2027-10-21', days: 1 },
}
const LOOK = { presentation: { brandColor: '#aa0000' }, coverImageUrl: 'https://example.com/fuji.jpg' }
const source = async () => (await agency.newTrip({ startDate: '2027-10-04', design: DATED, travelers: 3, ...LOOK })).id
const templateOf = async (tripId: string): Promise<string> =>
  (await agency.api('POST /v1/trip-templates', { body: { tripId, title: 'Japón' } })).body.id

const create = (body: object, query = {}) => agency.api('POST /v1/trips', { body: { title: 'Viaje de Ana', ...body }, query })
const start = (startDate: string | null, rest: Partial<NewTrip> = {}) => create({ templateId, startDate, ...rest })
const itinerary = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
const sync = async (tripId: string) => {
  const { added, updated, removed, moved } = (await agency.api(`POST /v1/trips/${tripId}/itinerary/sync`)).body
  return { added, updated, removed, moved }
}
const NOTHING = { added: 0, updated: 0, removed: 0, moved: 0 }

interface Shown {
  id: string
  ref: string
  type: string
  data: Record<string, unknown>
  children: Shown[]
}
const flat = (blocks: Shown[]): Shown[] => blocks.flatMap((block) => [block, ...flat(block.children)])
const content = (blocks: Shown[]): unknown[] =>
  blocks.map(({ id: _, ref: __, children, ...block }) => ({ ...block, children: content(children) }))

test('it has the title and the start of the body, and headcount, presentation and cover of the template', async () => {
  const { status, body } = await start('2028-02-20')
  expect(status).toBe(201)
  expect(body).toMatchObject({ title: 'Viaje de Ana', startDate: '2028-02-20', endDate: '2028-03-08', travelers: 3, ...LOOK })
  expect([body.publication, body.commercialState, body.ownerId]).toEqual(['draft', 'nueva', agency.userId])
})

test('what the body says goes before the template', async () => {
  const { body } = await start('2028-02-20', { travelers: 1, presentation: { fontFamily: 'lora' }, coverImageUrl: null })
  expect(body).toMatchObject({ travelers: 1, coverImageUrl: null })
  expect(body.presentation).toMatchObject({ brandColor: '#aa0000', fontFamily: 'lora' })
})

test('every date shifts by as many days as lie between the starts', async () => {
  const { body } = await start('2028-02-20')
  expect(body.design.returnTransfer).toMatchObject({ departDate: '2028-03-07', arriveDate: '2028-03-08' })
  const { blocks, syncedWithDesign, version } = await itinerary(body.id)
  expect([syncedWithDesign, version]).toEqual([true, 1])
  expect(blocks.map(({ data }: Shown) => data.date).slice(0, 12)).toContain('2028-02-29')
  expect(blocks.at(-1).data.date).toBe('2028-03-08')
  const home = flat(blocks).find(({ data }) => data.transferId === 'home')
  expect(home?.data).toMatchObject({ departDate: '2028-03-07', arriveDate: '2028-03-08' })
  expect(JSON.stringify(blocks)).not.toContain('2027-')
})

test('its itinerary is what the same design gives from the start, so that a sync changes nothing', async () => {
  const { body } = await start('2028-02-20')
  const fresh = await agency.newTrip({ startDate: '2028-02-20', design: body.design })
  expect(content((await itinerary(body.id)).blocks)).toEqual(content((await itinerary(fresh.id)).blocks))
  expect(await sync(body.id)).toEqual(NOTHING)
})

test('its blocks are its own: other ids, refs from b1', async () => {
  const [one, other] = [(await start('2028-02-20')).body, (await start('2028-02-20')).body]
  const blocksOf = async (id: string) => flat((await itinerary(id)).blocks)
  const ids = [...(await blocksOf(one.id)), ...(await blocksOf(other.id))].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const refs = (await blocksOf(one.id)).map(({ ref }) => ref)
  expect(new Set(refs)).toEqual(new Set(refs.map((_, index) => `b${index + 1}`)))
})

test('what people wrote comes along, where they wrote it', async () => {
  const tripId = await source()
  const ops = [
    { op: 'update', block: 'b1', data: { title: 'Nos vamos' } },
    { op: 'insert', parent: 'b1', block: { type: 'lodging', data: { name: 'Ryokan', checkIn: '2027-10-04', checkOut: '2027-10-05' } } },
  ]
  await agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
  const { body } = await create({ templateId: await templateOf(tripId), startDate: '2028-02-28' })
  const [day] = (await itinerary(body.id)).blocks
  expect(day.data).toMatchObject({ title: 'Nos vamos', date: '2028-02-28' })
  expect(day.children.at(-1).data).toEqual({ name: 'Ryokan', checkIn: '2028-02-28', checkOut: '2028-02-29' })
  expect(await sync(body.id)).toEqual(NOTHING)
})

test('without a startDate the trip is undated: no date anywhere', async () => {
  for (const body of [(await create({ templateId })).body, (await start(null)).body]) {
    expect([body.startDate, body.endDate]).toEqual([null, null])
    expect(body.design.returnTransfer).toMatchObject({ departDate: null, arriveDate: null })
    const { blocks, syncedWithDesign } = await itinerary(body.id)
    expect(syncedWithDesign).toBe(true)
    expect(blocks.map(({ data }: Shown) => [data.dayNumber, data.date])).toEqual(
      Array.from({ length: blocks.length }, (_, index) => [index + 1, null]),
    )
    expect(JSON.stringify(blocks)).not.toMatch(/\d{4}-\d{2}-\d{2}/)
    expect(await sync(body.id)).toEqual(NOTHING)
  }
})

test('an undated trip is dated by the first start that it gets, and its itinerary by the next sync', async () => {
  const { body } = await create({ templateId })
  const dated = await agency.api(`PATCH /v1/trips/${body.id}`, { body: { startDate: '2028-02-20' } })
  expect([dated.status, dated.body.endDate]).toEqual([200, '2028-03-08'])
  expect((await itinerary(body.id)).syncedWithDesign).toBe(false)
  await sync(body.id)
  const fresh = await agency.newTrip({ startDate: '2028-02-20', design: body.design })
  expect(content((await itinerary(body.id)).blocks)).toEqual(content((await itinerary(fresh.id)).blocks))
  expect((await agency.api(`PATCH /v1/trips/${body.id}`, { body: { startDate: null } })).status).toBe(400)
})

test('a template of an undated trip has no base, and a trip made from it the dates of its calendar', async () => {
  const undated = (await create({ templateId })).body
  const ofUndated = await templateOf(undated.id)
  expect((await agency.api(`GET /v1/trip-templates/${ofUndated}`)).body.baseStartDate).toBeNull()
  const { body } = await create({ templateId: ofUndated, startDate: '2028-02-20' })
  const fresh = await agency.newTrip({ startDate: '2028-02-20', design: body.design })
  const shown = await itinerary(body.id)
  expect([shown.syncedWithDesign, content(shown.blocks)]).toEqual([true, content((await itinerary(fresh.id)).blocks)])
})

test('a trip from a template that was not synced is not synced either', async () => {
  const tripId = await source()
  await agency.api(`PATCH /v1/trips/${tripId}`, { body: { design: { ...DATED, stops: DATED.stops.slice(0, 2) } } })
  const { body } = await create({ templateId: await templateOf(tripId), startDate: '2028-02-20' })
  const { blocks, syncedWithDesign } = await itinerary(body.id)
  expect([syncedWithDesign, blocks.length]).toEqual([false, 18])
  expect((await sync(body.id)).removed).toBeGreaterThan(0)
})

test('a dry run shows the days and how many blocks, and writes nothing', async () => {
  const before = await world.written()
  const { status, body } = await create({ templateId, startDate: '2028-02-20' }, { dryRun: 'true' })
  expect([status, body.object, body.startDate, body.endDate]).toEqual([200, 'trip_create_preview', '2028-02-20', '2028-03-08'])
  expect(body.days).toHaveLength(18)
  expect([body.days[0].date, body.days[9].date, body.days.at(-1).date]).toEqual(['2028-02-20', '2028-02-29', '2028-03-08'])
  expect(await world.written()).toEqual(before)
  const { body: made } = await start('2028-02-20')
  expect(body.blocksAdded).toBe(flat((await itinerary(made.id)).blocks).length)

  const undated = (await create({ templateId }, { dryRun: 'true' })).body
  expect([undated.startDate, undated.endDate]).toEqual([null, null])
  expect(undated.days.map(({ date }: { date: string }) => date)).toEqual(Array(18).fill(''))
})

test('another end than that of the design is refused, of an undated trip any', async () => {
  for (const body of [{ startDate: '2028-02-20', endDate: '2028-03-09' }, { endDate: '2028-03-08' }]) {
    const { status, body: problem } = await create({ templateId, ...body })
    expect([status, problem.errors[0].path]).toEqual([400, 'endDate'])
  }
  expect((await create({ templateId, startDate: '2028-02-20', endDate: '2028-03-08' })).status).toBe(201)
})

test('a start so late that the trip would end after the year 9999 is refused', async () => {
  const { status, body } = await start('9999-12-25')
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['startDate']])
})

test('a design and a template are not taken together', async () => {
  const { status, body } = await create({ templateId, startDate: '2028-02-20', design: EXAMPLE_DESIGN })
  expect([status, body.errors]).toEqual([400, [{ path: 'templateId', message: 'may not be given together with design' }]])
})

test('a template that is not there, or of another agency, or deleted, is not found, and no code is used up', async () => {
  const other = await world.newAgency()
  const trip = await other.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const theirs = (await other.api('POST /v1/trip-templates', { body: { tripId: trip.id, title: 'x' } })).body.id
  const gone = await templateOf(await source())
  await agency.api(`DELETE /v1/trip-templates/${gone}`)
  const before = await world.written()
  for (const id of [NO_ID, theirs, gone]) {
    const { status, body } = await create({ templateId: id, startDate: '2028-02-20' })
    expect([status, body.code, body.detail]).toEqual([404, 'not_found', `There is no trip template ${id}.`])
  }
  expect(await world.written()).toEqual(before)
})

test('a template needs catalog:read, and nothing else does', async () => {
  const { api } = await agency.newKey({ scopes: SCOPES.filter((scope) => scope !== 'catalog:read') })
  const { status, body } = await api('POST /v1/trips', { body: { title: 'x', templateId } })
  expect([status, body.code, body.missingScopes]).toEqual([403, 'insufficient_scope', ['catalog:read']])
  expect((await api('POST /v1/trips', { body: { title: 'x' } })).status).toBe(201)
})

test('it is one event, and undoing it archives the trip and leaves the template', async () => {
  const before = await world.written()
  const { headers, body } = await start('2028-02-20')
  expect((await world.written()).outbox - before.outbox).toBe(1)
  expect((await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)).status).toBe(200)
  expect((await agency.api(`GET /v1/trips/${body.id}`)).status).toBe(404)
  expect((await agency.api(`GET /v1/trip-templates/${templateId}`)).status).toBe(200)
})
