import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const note = (markdown = 'a') => ({ type: 'note', data: { markdown } })
const insert = (block: object = note(), more = {}) => ({ op: 'insert', block, ...more })
const change = (tripId: string, ops: object[], more: object = {}, query: Record<string, string> = {}) =>
  agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops, ...more }, query })
const read = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
const many = <T>(count: number, of: T): T[] => Array(count).fill(of)

test('a batch has 1 to 200 ops', async () => {
  const { id } = await agency.newTrip()
  expect((await change(id, many(200, insert()))).status).toBe(200)
  for (const ops of [many(201, insert()), []]) {
    const { status, body } = await change(id, ops)
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'ops'])
  }
  expect((await read(id)).blocks).toHaveLength(200)
})

test('an itinerary has at most 2,000 blocks, also on the way; what is beyond is refused whole', async () => {
  const { id } = await agency.newTrip()
  const day = (children: number) => insert({ type: 'day', data: { title: 'd' }, children: many(children, note()) }, { as: undefined })
  expect((await change(id, [day(999), day(999)])).status).toBe(200)
  const before = await read(id)
  for (const ops of [[insert()], [insert(), { op: 'remove', block: 'b2' }], many(200, { op: 'duplicate', block: 'b1' }), [day(1)]]) {
    const { status, body } = await change(id, ops)
    expect([status, body.code]).toEqual([409, 'limit_reached'])
  }
  expect((await change(id, [{ op: 'remove', block: 'b2' }, insert()])).status).toBe(200)
  expect((await read(id)).version).toBe(before.version + 1)
})

test('what undo brings back beyond the limit can be made less, step by step, but not more', async () => {
  const { id } = await agency.newTrip()
  const day = (children: number) => insert({ type: 'day', data: { title: 'd' }, children: many(children, note()) })
  await change(id, [day(999), day(999)])
  const removal = await change(id, [{ op: 'remove', block: 'b1' }])
  await change(id, [day(999)])
  expect((await agency.api(`POST /v1/changes/${removal.headers.get('service-change-id')}/revert`)).status).toBe(200)
  expect((await change(id, [insert()])).body.code).toBe('limit_reached')
  expect((await change(id, [{ op: 'update', block: 'b2', data: { markdown: 'b' } }])).status).toBe(200)
  expect((await change(id, [{ op: 'remove', block: 'b2' }])).status).toBe(200)
})

test('a sync beyond 2,000 blocks is refused too', async () => {
  const { id } = await agency.newTrip()
  await change(id, [insert({ type: 'day', data: { title: 'd' }, children: many(1999, note()) })])
  const stops = [{ id: 'k', city: 'K', nights: 1, transferBefore: null }]
  const design = { version: 1, originCity: 'M', returnCity: null, returnTransfer: null, stops }
  expect((await agency.api(`PATCH /v1/trips/${id}`, { body: { startDate: '2027-10-04', design } })).status).toBe(200)
  const { status, body } = await agency.api(`POST /v1/trips/${id}/itinerary/sync`)
  expect([status, body.code]).toEqual([409, 'limit_reached'])
  expect(await read(id)).toMatchObject({ version: 1, syncedWithDesign: false })
})

test('a block has at most 32 KB of data, when it is made and when it is changed', async () => {
  const { id } = await agency.newTrip()
  const ofBytes = (bytes: number) => 'ñ'.repeat(10_000) + 'x'.repeat(bytes - 20_000 - '{"markdown":""}'.length)
  const made = await change(id, [insert(note(ofBytes(32_769)))])
  expect([made.status, made.body.errors]).toEqual([400, [{ path: 'ops[0].block.data', message: 'may have at most 32 KB' }]])
  expect((await change(id, [insert(note(ofBytes(32_768)))])).status).toBe(200)
  const { status, body } = await change(id, [{ op: 'update', block: 'b1', data: { tone: 'tip' } }])
  expect([status, body.code, body.errors]).toEqual([422, 'invalid_op', [{ path: 'ops[0].data', message: 'may have at most 32 KB' }]])
})

test('blocks stand three levels deep at most', async () => {
  const { id } = await agency.newTrip()
  const deep = {
    type: 'section',
    data: { title: 's' },
    children: [{ type: 'day', data: { title: 'd' }, children: [{ ...note(), children: [note()] }] }],
  }
  const { status, body } = await change(id, [insert(deep)])
  expect([status, body.errors[0].path]).toEqual([400, 'ops[0].block.children[0].children[0].children'])
})

test('the version rises by one with each change, and an expected one that is not current is refused and told', async () => {
  const { id } = await agency.newTrip()
  for (const version of [0, 1, 2]) {
    expect((await change(id, [insert(), insert()], { expectedVersion: version })).body.version).toBe(version + 1)
    for (const stale of [version, version + 2, 9_007_199_254_740_991]) {
      const { status, body } = await change(id, [insert()], { expectedVersion: stale })
      expect([status, body.code, body.version]).toEqual([409, 'stale_write', version + 1])
    }
  }
  for (const wrong of [-1, 1.5, '1', null]) expect((await change(id, [insert()], { expectedVersion: wrong })).status).toBe(400)
  expect(await read(id)).toMatchObject({ version: 3 })
})

test('a refused batch leaves nothing of itself: no block, ref, version, event or change', async () => {
  const { id } = await agency.newTrip()
  await change(id, [insert()])
  const [before, written] = [await read(id), await world.written()]
  const { status } = await change(id, [
    insert(),
    { op: 'update', block: 'b1', data: { markdown: 'b' } },
    { op: 'remove', block: 'b1' },
    { op: 'remove', block: 'b1' },
  ])
  expect(status).toBe(422)
  expect([await read(id), await world.written()]).toEqual([before, written])
  expect((await change(id, [insert()])).body.results[0].refs).toEqual(['b2'])
})

test('a dry run previews exactly what the ops would do, and does none of it', async () => {
  const { id } = await agency.newTrip()
  await change(id, [insert(note('a')), insert(note('b'))])
  const [before, written] = [await read(id), await world.written()]
  const ops = [
    { op: 'move', block: 'b2', position: 'first' },
    { op: 'update', block: 'b1', data: { tone: 'tip' } },
    { op: 'wrap', blocks: ['b1', 'b2'], title: 'W', as: '$w' },
    { op: 'duplicate', block: '$w' },
    { op: 'remove', block: 'b1' },
  ]
  const preview = await change(id, ops, {}, { dryRun: 'true' })
  expect([preview.status, preview.body.object, preview.headers.get('service-change-id')]).toEqual([200, 'preview', null])
  expect([await read(id), await world.written()]).toEqual([before, written])
  const done = await change(id, ops)
  // new blocks get other ids, and nothing else differs
  const withoutIds = (result: unknown) => JSON.parse(JSON.stringify(result).replaceAll(/"[0-9a-f-]{36}"/g, '""'))
  expect(withoutIds(preview.body.result)).toEqual(withoutIds(done.body))
  expect((await change(id, [{ op: 'remove', block: 'nope' }], {}, { dryRun: 'true' })).body.code).toBe('invalid_op')
})

test('a block that a later op of its call took away again was never there', async () => {
  const { id } = await agency.newTrip()
  const { body } = await change(id, [insert(note(), { as: '$n' }), { op: 'remove', block: '$n' }])
  expect([body.version, body.blocks, body.results.map(({ refs }: { refs: string[] }) => refs)]).toEqual([0, [], [[''], ['']]])
  expect(await read(id)).toMatchObject({ version: 0, blocks: [] })
})

test('content that is written to be what it was changes nothing', async () => {
  const { id } = await agency.newTrip()
  const place = { formattedAddress: 'Kioto', lat: 35.01, placeId: 'p', lng: 135.76 }
  await change(id, [insert({ type: 'place', data: { name: 'N', place }, layout: { style: 'card', width: 'half' } })])
  const before = await agency.api(`GET /v1/trips/${id}`)
  const same = {
    data: { place: { lng: 135.76, placeId: 'p' }, name: 'N' },
    layout: { width: 'half', style: 'card' },
    visibility: 'traveler',
  }
  const there = [
    { op: 'update', block: 'b1', data: { name: 'M' } },
    { op: 'update', block: 'b1', data: { name: 'N' } },
  ]
  for (const ops of [[{ op: 'update', block: 'b1', ...same }], there, [{ op: 'update', block: 'b1' }], [{ op: 'move', block: 'b1' }]]) {
    expect((await change(id, ops)).body).toMatchObject({ version: 1, blocks: [] })
  }
  expect((await agency.api(`GET /v1/trips/${id}`)).body).toEqual(before.body)
})
