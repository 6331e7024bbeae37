import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'

let world: World
let agency: TestAgency
let trip: string
let seen = 0
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
  trip = (await agency.api('POST /v1/trips', { body: { title: 'Events' } })).body.id
  await newEvents()
})
afterAll(() => world.stop())

/** What the outbox got since the last look. */
async function newEvents() {
  const { rows } = await world.admin.query(
    'select seq::int, type, subject, subject_id, trip_id, changed from outbox where seq > $1 order by seq',
    [seen],
  )
  seen = rows.at(-1)?.seq ?? seen
  return rows.map(({ seq: _, ...event }) => ({ ...event, changed: event.changed.toSorted() }))
}
const tripEvent = (type: string, changed: string[], id = trip) => ({ type, subject: 'trip', subject_id: id, trip_id: id, changed })
const revert = ({ headers }: Answer) => agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)

test('a new trip is one event', async () => {
  const { body } = await agency.api('POST /v1/trips', { body: { title: 'New', startDate: '2027-01-01' } })
  expect(await newEvents()).toEqual([tripEvent('trip.created', [], body.id)])
})

test('an edit is one event with the names that the API gives to what changed', async () => {
  const body = {
    ...{ title: 'Other', startDate: '2027-05-01', endDate: '2027-05-02', travelers: 3, ownerId: null },
    ...{ coverImageUrl: 'https://example.com/a.jpg', metadata: { k: 'v' }, presentation: { fontFamily: 'lora' }, profile: { notes: 'n' } },
  }
  await agency.api(`PATCH /v1/trips/${trip}`, { body })
  expect(await newEvents()).toEqual([tripEvent('trip.updated', Object.keys(body).sort())])
})

test('an edit that changes nothing is no event, and does not move the trip', async () => {
  const before = await agency.api(`GET /v1/trips/${trip}`)
  const { body } = await agency.api(`PATCH /v1/trips/${trip}`, { body: { title: before.body.title, metadata: { absent: null } } })
  expect(body).toEqual(before.body)
  await agency.api(`PATCH /v1/trips/${trip}`, { body: {} })
  expect(await newEvents()).toEqual([])
})

test('a refused write and a preview are no events', async () => {
  await agency.api(`PATCH /v1/trips/${trip}`, { body: { endDate: '2020-01-01' } })
  await agency.api(`PATCH /v1/trips/${trip}`, { body: { title: 'Preview' }, query: { dryRun: 'true' } })
  await agency.api(`DELETE /v1/trips/${trip}`, { query: { expectedUpdatedAt: '2020-01-01T00:00:00Z' } })
  await agency.api(`DELETE /v1/trips/${trip}`, { query: { dryRun: 'true' } })
  expect(await newEvents()).toEqual([])
})

test('a retry of a write is no second event', async () => {
  const asked = { body: { title: 'Once' }, headers: { 'Idempotency-Key': 'once' } }
  await agency.api(`PATCH /v1/trips/${trip}`, asked)
  await agency.api(`PATCH /v1/trips/${trip}`, asked)
  expect(await newEvents()).toEqual([tripEvent('trip.updated', ['title'])])
})

test('archiving and restoring are events of their own, whether done or undone', async () => {
  const archived = await agency.api(`DELETE /v1/trips/${trip}`)
  expect(await newEvents()).toEqual([tripEvent('trip.archived', ['archivedAt', 'archivedBy'])])
  await revert(archived)
  expect(await newEvents()).toEqual([tripEvent('trip.restored', ['archivedAt', 'archivedBy'])])
  await agency.api(`DELETE /v1/trips/${trip}`)
  await newEvents()
  await agency.api(`POST /v1/trips/${trip}/restore`)
  expect(await newEvents()).toEqual([tripEvent('trip.restored', ['archivedAt', 'archivedBy'])])
  const { headers, body } = await agency.api('POST /v1/trips', { body: { title: 'Undone' } })
  await newEvents()
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect(await newEvents()).toEqual([tripEvent('trip.archived', ['archivedAt', 'archivedBy'], body.id)])
})

test('a commercial state is an event of its own, and the current one is none', async () => {
  await agency.api(`POST /v1/trips/${trip}/commercial-state`, { body: { state: 'rechazada' } })
  expect(await newEvents()).toEqual([tripEvent('trip.commercial_state_changed', ['commercialState'])])
  await agency.api(`POST /v1/trips/${trip}/commercial-state`, { body: { state: 'rechazada' } })
  expect(await newEvents()).toEqual([])
})

test('every itinerary write is one update of the trip, however many blocks it touches, and so is its undo', async () => {
  const base = `/v1/trips/${trip}/test-blocks`
  const once = [tripEvent('trip.updated', ['itinerary'])]
  const insert = (parentId: string | null) => agency.api(`POST ${base}`, { body: { parentId, afterId: null, data: { a: 1 } } })
  const parent = (await insert(null)).body.id
  expect(await newEvents()).toEqual(once)
  const child = (await insert(parent)).body.id
  await insert(child)
  expect(await newEvents()).toEqual([...once, ...once])
  await agency.api(`PATCH ${base}/${child}`, { body: { data: { a: 2 }, layout: { width: 'half' } } })
  expect(await newEvents()).toEqual(once)
  await agency.api(`POST ${base}/${child}/move`, { body: { parentId: null, afterId: parent } })
  expect(await newEvents()).toEqual(once)
  const removed = await agency.api(`DELETE ${base}/${child}`)
  expect(removed.body.removed).toHaveLength(2)
  expect(await newEvents()).toEqual(once)
  await revert(removed)
  expect(await newEvents()).toEqual(once)
  await agency.api(`PATCH ${base}/${child}`, { body: { data: { a: 2 } } })
  expect(await newEvents()).toEqual([])
})

test('people and keys make no events for the outside', async () => {
  const id = await agency.newUser()
  await agency.newKey({ userId: id })
  expect(await newEvents()).toEqual([])
})

test('an event belongs to the write and the moment that made it', async () => {
  const changed = await agency.api(`PATCH /v1/trips/${trip}`, { body: { title: 'Moment' } })
  const { rows } = await world.admin.query(
    `select write_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, agency_id from outbox order by seq desc limit 1`,
  )
  expect(rows).toEqual([{ write_id: changed.headers.get('service-change-id'), at: changed.body.updatedAt, agency_id: agency.id }])
})
