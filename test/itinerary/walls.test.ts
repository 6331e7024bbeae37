import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let mine: TestAgency
let theirs: TestAgency
let tripId: string
let siblingTrip: string
let theirTrip: string
let foreign: string[]
const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const planted = [{ op: 'insert', block: { type: 'section', data: { title: 's' }, children: [note('secret')] } }]
const change = (id: string, ops: object[], api = mine.api) => api(`POST /v1/trips/${id}/itinerary/ops`, { body: { ops } })

beforeAll(async () => {
  world = await newWorld()
  mine = await world.newAgency()
  theirs = await world.newAgency()
  tripId = (await mine.newTrip()).id
  siblingTrip = (await mine.newTrip()).id
  theirTrip = (await theirs.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
  const answers = [await change(siblingTrip, planted), await change(theirTrip, planted, theirs.api)]
  foreign = answers.flatMap(({ body }) => body.results[0].blockIds)
})
afterAll(() => world.stop())

test.each(['get', 'block', 'ops', 'dry ops', 'sync'])('another agency’s itinerary is not found: %s', async (way) => {
  const before = (await theirs.api(`GET /v1/trips/${theirTrip}/itinerary`)).body
  const written = await world.written()
  const path = `/v1/trips/${theirTrip}/itinerary`
  const answer = await {
    get: () => mine.api(`GET ${path}`),
    block: () => mine.api(`GET ${path}/blocks/b1`),
    ops: () => change(theirTrip, [{ op: 'remove', block: 'b1' }]),
    'dry ops': () => mine.api(`POST ${path}/ops`, { body: { ops: [{ op: 'remove', block: 'b1' }] }, query: { dryRun: 'true' } }),
    sync: () => mine.api(`POST ${path}/sync`),
  }[way as 'get']()
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  expect((await theirs.api(`GET ${path}`)).body).toEqual(before)
  expect(await world.written()).toEqual(written)
})

test('blocks of other trips, of one’s own agency or another’s, are no blocks here, wherever an op takes one', async () => {
  await change(tripId, [{ op: 'insert', block: note('here') }])
  const before = (await mine.api(`GET /v1/trips/${tripId}/itinerary`)).body
  for (const block of foreign) {
    for (const [path, op] of [
      ['block', { op: 'update', block, data: { markdown: 'x' } }],
      ['block', { op: 'move', block }],
      ['block', { op: 'remove', block }],
      ['block', { op: 'duplicate', block }],
      ['block', { op: 'unwrap', block }],
      ['blocks[1]', { op: 'wrap', blocks: ['b1', block], title: 'w' }],
      ['parent', { op: 'move', block: 'b1', parent: block }],
      ['parent', { op: 'insert', block: note('x'), parent: block }],
      ['position.after', { op: 'insert', block: note('x'), position: { after: block } }],
      ['position.before', { op: 'move', block: 'b1', position: { before: block } }],
    ] as const) {
      const { status, body } = await change(tripId, [op])
      expect([status, body.code, body.errors]).toEqual([
        422,
        'invalid_op',
        [{ path: `ops[0].${path}`, message: `there is no block ${block} here` }],
      ])
    }
    expect((await mine.api(`GET /v1/trips/${tripId}/itinerary/blocks/${block}`)).body.code).toBe('not_found')
  }
  expect((await mine.api(`GET /v1/trips/${tripId}/itinerary`)).body).toEqual(before)
})

test('an archived trip’s itinerary is not found, and comes back with the trip', async () => {
  const { id } = await mine.newTrip()
  await change(id, planted)
  const before = (await mine.api(`GET /v1/trips/${id}/itinerary`)).body
  await mine.api(`DELETE /v1/trips/${id}`)
  expect((await change(id, planted)).status).toBe(404)
  expect((await mine.api(`GET /v1/trips/${id}/itinerary/blocks/b1`)).status).toBe(404)
  await mine.api(`POST /v1/trips/${id}/restore`)
  expect((await mine.api(`GET /v1/trips/${id}/itinerary`)).body.blocks).toEqual(before.blocks)
})

test('a block is read by its id and by its ref, and by nothing else', async () => {
  const ids = (await change((await mine.newTrip()).id, planted)).body
  const at = (name: string) => mine.api(`GET /v1/trips/${ids.tripId}/itinerary/blocks/${encodeURIComponent(name)}`)
  const [, inner] = ids.results[0].blockIds
  expect((await at(inner)).body).toEqual((await at('b2')).body)
  for (const name of ['b3', 'B2', '$s', '__proto__', 'constructor', 'null', ' b2', 'b2 ', '%', "b2'--", 'x'.repeat(64)]) {
    expect([name, (await at(name)).status]).toEqual([name, 404])
  }
  expect((await at('x'.repeat(65))).status).toBe(400)
})

test.each<[string, string, object]>([
  ['an unknown op', 'ops[0].op', { op: '__proto__' }],
  ['no op', 'ops[0].op', {}],
  ['a name of 65', 'ops[0].block', { op: 'remove', block: 'x'.repeat(65) }],
  ['no name', 'ops[0].block', { op: 'remove', block: '' }],
  ['a number as a name', 'ops[0].block', { op: 'remove', block: 1 }],
  ['an alias without $', 'ops[0].as', { op: 'duplicate', block: 'b1', as: 'copy' }],
  ['an alias that is too long', 'ops[0].as', { op: 'duplicate', block: 'b1', as: `$${'x'.repeat(41)}` }],
  ['an alias where nothing is made', 'ops[0].as', { op: 'move', block: 'b1', as: '$a' }],
  ['null for the block', 'ops[0].block', { op: 'update', block: null }],
  ['null for the data', 'ops[0].data', { op: 'update', block: 'b1', data: null }],
  ['null for the visibility', 'ops[0].visibility', { op: 'update', block: 'b1', visibility: null }],
  ['another type', 'ops[0].type', { op: 'update', block: 'b1', type: 'text' }],
  ['both sides at once', 'ops[0].position', { op: 'move', block: 'b1', position: { before: 'b2', after: 'b3' } }],
  ['nothing to wrap', 'ops[0].blocks', { op: 'wrap', blocks: [], title: 'w' }],
  ['the same name twice', 'ops[0].blocks', { op: 'wrap', blocks: ['b1', 'b1'], title: 'w' }],
  ['no title', 'ops[0].title', { op: 'wrap', blocks: ['b1'] }],
  ['an unknown type of block', 'ops[0].block.type', { op: 'insert', block: { type: 'constructor' } }],
  ['an id of one’s own', 'ops[0].block.id', { op: 'insert', block: { ...note('a'), id: '019a0000-0000-7000-8000-000000000001' } }],
  ['a ref of one’s own', 'ops[0].block.ref', { op: 'insert', block: { ...note('a'), ref: 'b1' } }],
  ['what only the design makes', 'ops[0].block.generated', { op: 'insert', block: { ...note('a'), generated: {} } }],
  ['a layout of another kind', 'ops[0].block.layout.width', { op: 'insert', block: { ...note('a'), layout: { width: '50%' } } }],
])('%s is refused at %s', async (_what, path, op) => {
  const { status, body } = await change(tripId, [op])
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.errors.map((error: { path: string }) => error.path.slice(0, path.length))).toContain(path)
})

test('members that are named like prototypes are refused or unknown, and reach none', async () => {
  const raw = (op: string) => mine.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: `{"ops": [${op}]}` })
  for (const op of [
    '{"op": "insert", "block": {"type": "note", "data": {"markdown": "a", "__proto__": {"polluted": 1}}}}',
    '{"op": "insert", "block": {"type": "note", "data": {"markdown": "a", "constructor": {"prototype": {"polluted": 1}}}}}',
    '{"op": "insert", "__proto__": {"polluted": 1}, "block": {"type": "note", "data": {"markdown": "a"}}}',
    '{"op": "update", "block": "b1", "data": {"__proto__": {"polluted": 1}}}',
    '{"op": "update", "block": "b1", "data": {"constructor": {"prototype": {"polluted": 1}}}}',
  ]) {
    const { status } = await raw(op)
    expect([op, [400, 422].includes(status)]).toEqual([op, true])
  }
  expect('polluted' in {}).toBe(false)
  expect(world.faults).toEqual([])
})

test('sixty thousand mistakes in one body are a hundred, told soon', async () => {
  const children = Array(45_000).fill({ type: 'note' })
  const { status, body } = await change(tripId, [{ op: 'insert', block: { type: 'day', data: { title: 'd' }, children } }])
  expect([status, body.errors.length]).toEqual([400, 100])
})

test('blocks for staff are told as such, and stay so in copies', async () => {
  const { id } = await mine.newTrip()
  const block = { type: 'day', visibility: 'staff', data: { title: 'd' }, children: [note('a'), { ...note('b'), visibility: 'staff' }] }
  await change(
    id,
    [
      { op: 'insert', block },
      { op: 'duplicate', block: 'b1' },
    ].slice(0, 1),
  )
  await change(id, [{ op: 'duplicate', block: 'b1' }])
  const { blocks } = (await mine.api(`GET /v1/trips/${id}/itinerary`)).body
  const visibilities = blocks.map(({ visibility, children }: { visibility: string; children: { visibility: string }[] }) => [
    visibility,
    ...children.map((child) => child.visibility),
  ])
  expect(visibilities).toEqual(Array(2).fill(['staff', 'traveler', 'staff']))
})
