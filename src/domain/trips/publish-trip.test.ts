import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const insert = (tripId: string, ...blocks: object[]) =>
  agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops: blocks.map((block) => ({ op: 'insert', block })) } })
const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const blocksOf = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body.blocks
const titles = (blocks: { data: { title?: string; markdown?: string }; children: [] }[]): unknown[] =>
  blocks.map(({ data, children }) => [data.title ?? data.markdown, ...titles(children)])

test('a draft becomes published, and keeps its link', async () => {
  const trip = await agency.newTrip()
  const { status, headers, body } = await agency.api(`POST /v1/trips/${trip.id}/publish`)
  expect(status).toBe(200)
  expect(body).toEqual({ ...trip, publication: 'published', adoptedBlocks: 0, updatedAt: body.updatedAt })
  expect(body.updatedAt > trip.updatedAt).toBe(true)
  expect(headers.get('service-change-id')).toBeNull()
})

test('loose blocks of the root are moved into a section called General, where the first of them stood', async () => {
  const { id } = await agency.newTrip()
  await insert(id, { type: 'section', data: { title: 'Uno' } }, note('a'), { type: 'day', data: { title: 'Día' } }, note('b'))
  const { body } = await agency.api(`POST /v1/trips/${id}/publish`)
  expect(body.adoptedBlocks).toBe(2)
  expect(titles(await blocksOf(id))).toEqual([['Uno'], ['General', ['a'], ['b']], ['Día']])
})

test('what is loose at the next publication joins the same section', async () => {
  const { id } = await agency.newTrip()
  await insert(id, note('a'))
  await agency.api(`POST /v1/trips/${id}/publish`)
  await insert(id, note('b'))
  expect((await agency.api(`POST /v1/trips/${id}/publish`)).body.adoptedBlocks).toBe(1)
  expect(titles(await blocksOf(id))).toEqual([['General', ['a'], ['b']]])
})

test('publishing what is published already writes nothing', async () => {
  const { id } = await agency.newTrip()
  const first = await agency.api(`POST /v1/trips/${id}/publish`)
  const before = await world.written()
  const second = await agency.api(`POST /v1/trips/${id}/publish`)
  expect(second.body).toEqual(first.body)
  expect(await world.written()).toEqual(before)
})

test('a trip that is archived cannot be published', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${id}`)
  expect((await agency.api(`POST /v1/trips/${id}/publish`)).body.code).toBe('not_found')
})
