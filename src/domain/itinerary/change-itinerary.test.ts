import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const change = (tripId: string, ops: object[], rest = {}) =>
  agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops, ...rest } })
const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const itinerary = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body

test('a batch is one change: one version, one event, one undo', async () => {
  const { id } = await agency.newTrip()
  const before = await world.written()
  const { status, headers, body } = await change(id, [
    { op: 'insert', block: { type: 'section', data: { title: 'Kioto' } }, as: '$kioto' },
    { op: 'insert', parent: '$kioto', block: note('templos') },
  ])
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'itinerary_ops_result', tripId: id, version: 1 })
  expect(body.results.map(({ op, refs }: { op: string; refs: string[] }) => [op, refs])).toEqual([
    ['insert', ['b1']],
    ['insert', ['b2']],
  ])
  const after = await world.written()
  expect([after.changes - before.changes, after.outbox - before.outbox]).toEqual([1, 1])
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect(await itinerary(id)).toMatchObject({ version: 2, blocks: [] })
})

test('an op that cannot apply refuses the whole call, and says which', async () => {
  const { id } = await agency.newTrip()
  const { status, body } = await change(id, [
    { op: 'insert', block: note('a') },
    { op: 'insert', parent: 'b77', block: note('b') },
  ])
  expect([status, body.code, body.errors]).toEqual([422, 'invalid_op', [{ path: 'ops[1].parent', message: 'there is no block b77 here' }]])
  expect((await itinerary(id)).blocks).toEqual([])
})

test('a version that is no longer current is stale, and the current one is told', async () => {
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insert', block: note('a') }], { expectedVersion: 0 })
  const { status, body } = await change(id, [{ op: 'insert', block: note('b') }], { expectedVersion: 0 })
  expect([status, body.code, body.version]).toEqual([409, 'stale_write', 1])
})

test('a ref is never used again', async () => {
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insert', block: note('a') }])
  await change(id, [{ op: 'remove', block: 'b1' }])
  expect((await change(id, [{ op: 'insert', block: note('b') }])).body.results[0].refs).toEqual(['b2'])
})

test('pollers of trips see that the itinerary changed', async () => {
  const trip = await agency.newTrip()
  await change(trip.id, [{ op: 'insert', block: note('a') }])
  const { updatedAt } = (await agency.api(`GET /v1/trips/${trip.id}`)).body
  expect(updatedAt > trip.updatedAt).toBe(true)
  expect((await itinerary(trip.id)).updatedAt).toBe(updatedAt)
})

test('an op that changes nothing writes nothing', async () => {
  const { id } = await agency.newTrip()
  await change(id, [{ op: 'insert', block: note('a') }])
  const before = await agency.api(`GET /v1/trips/${id}`)
  const { body } = await change(id, [{ op: 'update', block: 'b1', data: { markdown: 'a' } }])
  expect([body.version, body.blocks]).toEqual([1, []])
  expect((await agency.api(`GET /v1/trips/${id}`)).body).toEqual(before.body)
})

test('at most 2,000 blocks', async () => {
  const { id } = await agency.newTrip()
  const days = (count: number) =>
    Array.from({ length: count }, () => ({ op: 'insert', block: { type: 'day', data: { title: '' }, children: Array(9).fill(note('a')) } }))
  expect((await change(id, days(200))).status).toBe(200)
  const { status, body } = await change(id, [...days(1), { op: 'insert', block: note('one more') }])
  expect([status, body.code]).toEqual([409, 'limit_reached'])
})
