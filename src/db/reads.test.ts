import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../test/harness/world.ts'
import { statements } from './client.ts'

let world: World
let agency: TestAgency
let trip: string
let change: string
let heard: string[] = []
const listener = (text: unknown) => {
  // the listener's heartbeat is nobody's read, and whose key it is is remembered between reads
  if (text !== 'select 1' && !String(text).includes('from api_keys k')) heard.push(String(text))
}
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const trips = await Promise.all(
    Array.from({ length: 12 }, (_, index) => agency.api('POST /v1/trips', { body: { title: `Trip ${index}`, metadata: { a: '1' } } })),
  )
  trip = trips[0]?.body.id
  change = trips[0]?.headers.get('service-change-id') as string
  for (const { body } of trips.slice(8)) await agency.api(`DELETE /v1/trips/${body.id}`)
  await agency.api('GET /v1/me')
  statements.subscribe(listener)
})
afterAll(async () => {
  statements.unsubscribe(listener)
  await world.stop()
})

const FILTERS = 'q=trip&publication=draft&commercialState=nueva&metadata[a]=1&updatedSince=2020-01-01T00:00:00Z&sort=createdAt'

test.each([
  ['a trip', () => `/v1/trips/${trip}`],
  ['a page of trips', () => '/v1/trips'],
  ['a page of trips with every filter', () => `/v1/trips?${FILTERS}`],
  ['a page of archived trips', () => '/v1/trips/archived?q=trip'],
  ['a page of changes', () => '/v1/changes?thisKeyOnly=true&status=applied'],
  ['a change', () => `/v1/changes/${change}`],
])('%s is read with one statement, on the reader, without a lock', async (_what, path) => {
  heard = []
  const { status, body } = await agency.api(`GET ${path()}`)
  expect(status).toBe(200)
  expect(heard).toHaveLength(1)
  expect(heard[0]).toMatch(/^select /)
  expect(heard[0]).not.toMatch(/for (update|share)/)
  if (body.object === 'list') expect(body.data.length).toBeGreaterThan(1)
})

test('the next page costs what the first one does', async () => {
  const { body } = await agency.api('GET /v1/trips?limit=2')
  heard = []
  await agency.api(`GET /v1/trips?limit=2&cursor=${body.nextCursor}`)
  expect(heard).toHaveLength(1)
})

test('who I am costs no statement beyond whose key it is', async () => {
  heard = []
  expect((await agency.api('GET /v1/me')).status).toBe(200)
  expect(heard).toEqual([])
})

test('what is refused before the database is asked costs no statement', async () => {
  heard = []
  expect((await agency.api('GET /v1/trips?limit=0')).status).toBe(400)
  expect((await agency.api('POST /v1/trips', { body: {} })).status).toBe(400)
  expect((await world.stranger('GET /v1/trips')).status).toBe(401)
  expect(heard).toEqual([])
})
