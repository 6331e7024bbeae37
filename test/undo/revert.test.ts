import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const changeOf = ({ headers }: Answer): string => headers.get('service-change-id') as string
const revert = (changeId: string, asked = {}) => agency.api(`POST /v1/changes/${changeId}/revert`, asked)
const newTrip = (body = {}) => agency.api('POST /v1/trips', { body: { title: 'Trip', ...body } })
const patch = (id: string, body: object) => agency.api(`PATCH /v1/trips/${id}`, { body })

test('undoing the creation of a trip archives it, and it can be restored', async () => {
  const created = await newTrip({ title: 'Created by mistake' })
  const undone = await revert(changeOf(created))
  expect(undone.status).toBe(200)
  expect((await agency.api(`GET /v1/trips/${created.body.id}`)).status).toBe(404)
  const { body: archived } = await agency.api('GET /v1/trips/archived', { query: { q: 'created by mistake' } })
  expect(archived.data).toMatchObject([{ id: created.body.id, archivedBy: agency.userId, archivedAt: undone.body.revertedAt }])
  const restored = await agency.api(`POST /v1/trips/${created.body.id}/restore`)
  expect(restored.body).toEqual({ ...created.body, updatedAt: restored.body.updatedAt })
})

test('a reverted archive brings the trip back into its lists', async () => {
  const { body: trip } = await newTrip({ title: 'Archived by mistake' })
  const archived = await agency.api(`DELETE /v1/trips/${trip.id}`)
  await revert(changeOf(archived))
  const { body: list } = await agency.api('GET /v1/trips', { query: { q: 'archived by mistake' } })
  expect(list.data).toEqual([{ ...trip, updatedAt: list.data[0]?.updatedAt }])
  const gone = await agency.api('GET /v1/trips/archived', { query: { q: 'archived by mistake' } })
  expect(gone.body.data).toEqual([])
})

test('an undo is seen by pollers of trips and of changes', async () => {
  const { body: trip } = await newTrip()
  const changed = await patch(trip.id, { title: 'Other' })
  const undone = await revert(changeOf(changed))
  expect(undone.body).toEqual({
    ...{ object: 'change', id: changeOf(changed), operationId: 'trips.update', surface: 'rest', status: 'reverted', tripIds: [trip.id] },
    ...{ credentialId: agency.key.id, error: null, createdAt: changed.body.updatedAt },
    ...{ updatedAt: undone.body.updatedAt, revertedAt: undone.body.updatedAt },
  })
  expect(undone.body.updatedAt > changed.body.updatedAt).toBe(true)
  const since = { updatedSince: undone.body.updatedAt, sort: 'updatedAt' }
  const trips = await agency.api('GET /v1/trips', { query: since })
  expect(trips.body.data).toEqual([{ ...trip, updatedAt: undone.body.updatedAt }])
  expect((await agency.api('GET /v1/changes', { query: since })).body.data).toEqual([undone.body])
})

test('an undo is no change of its own: it has no id, adds nothing to the list and leaves the events of an edit', async () => {
  const { body: trip } = await newTrip()
  const changed = await patch(trip.id, { travelers: 7 })
  const list = async () => (await agency.api('GET /v1/changes', { query: { tripId: trip.id } })).body.data
  const before = await list()
  const { headers, body } = await revert(changeOf(changed))
  expect(headers.get('service-change-id')).toBeNull()
  expect((await list()).map(({ id }: { id: string }) => id).sort()).toEqual(before.map(({ id }: { id: string }) => id).sort())
  const { rows } = await world.admin.query('select type, subject_id, changed, at from outbox where subject_id = $1 order by seq', [trip.id])
  expect(rows.map(({ type, changed: fields }) => [type, fields])).toEqual([
    ['trip.created', []],
    ['trip.updated', ['travelers']],
    ['trip.updated', ['travelers']],
  ])
  expect(body.status).toBe('reverted')
})

test('A, B, C, B again: the log decides, not the value', async () => {
  const { body: trip } = await newTrip({ title: 'A' })
  const first = await patch(trip.id, { title: 'B' })
  await patch(trip.id, { title: 'C' })
  await patch(trip.id, { title: 'B' })
  const refused = await revert(changeOf(first))
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'not_revertible',
    'Something that it changed was changed again since.',
  ])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body.title).toBe('B')
})

test('a change of other fields does not stand in the way, and stays', async () => {
  const { body: trip } = await newTrip({ title: 'A' })
  const first = await patch(trip.id, { title: 'B' })
  await patch(trip.id, { travelers: 9 })
  await agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state: 'aceptada' } })
  expect((await revert(changeOf(first))).status).toBe(200)
  const { body } = await agency.api(`GET /v1/trips/${trip.id}`)
  expect([body.title, body.travelers, body.commercialState]).toEqual(['A', 9, 'aceptada'])
})

test('a later change that was undone does not stand in the way, nor does its undo', async () => {
  const { body: trip } = await newTrip({ title: 'A' })
  const first = await patch(trip.id, { title: 'B' })
  const second = await patch(trip.id, { title: 'C' })
  expect((await revert(changeOf(first))).status).toBe(409)
  await revert(changeOf(second))
  expect((await revert(changeOf(first))).status).toBe(200)
  const again = await revert(changeOf(first))
  expect([again.status, again.body.detail]).toEqual([409, 'It was undone already.'])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body.title).toBe('A')
})

test('a dry run of an undo tells what would happen, or why it would not, and changes nothing', async () => {
  const { body: trip } = await newTrip({ title: 'A' })
  const changed = await patch(trip.id, { title: 'B' })
  const everything = async () =>
    (await world.admin.query('select (select count(*) from captures) as captures, (select count(*) from outbox) as outbox')).rows[0]
  const before = await everything()
  const dry = await revert(changeOf(changed), { query: { dryRun: 'true' } })
  expect([dry.status, dry.body.object, dry.body.operationId]).toEqual([200, 'preview', 'changes.revert'])
  expect(dry.body.result).toMatchObject({ id: changeOf(changed), status: 'reverted' })
  expect(await everything()).toEqual(before)
  expect((await agency.api(`GET /v1/changes/${changeOf(changed)}`)).body.status).toBe('applied')
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(changed.body)
  await patch(trip.id, { title: 'C' })
  const refused = await revert(changeOf(changed), { query: { dryRun: 'true' } })
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
})

test('a change whose history was cleaned up is refused, and nothing is half put back', async () => {
  const { body: trip } = await newTrip({ title: 'A' })
  const changed = await patch(trip.id, { title: 'B' })
  await world.admin.query('delete from captures where write_id = $1', [changeOf(changed)])
  const refused = await revert(changeOf(changed))
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'not_revertible', 'Its history is no longer kept.'])
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body.title).toBe('B')
  expect((await agency.api(`GET /v1/changes/${changeOf(changed)}`)).body.status).toBe('applied')
})

test('the number of a trip whose creation was undone is not given out again', async () => {
  const first = await newTrip()
  await revert(changeOf(first))
  const next = await newTrip()
  expect(Number(next.body.code.slice(4))).toBe(Number(first.body.code.slice(4)) + 1)
})

test('an edit that changed nothing can be undone too, and changes nothing', async () => {
  const { body: trip } = await newTrip({ title: 'Same' })
  const changed = await patch(trip.id, { title: 'Same' })
  expect((await revert(changeOf(changed))).status).toBe(200)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})
