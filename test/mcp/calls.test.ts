import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Assistant, assistantAt } from './assistant.ts'

let world: World
let agency: TestAgency
let assistant: Assistant
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  assistant = await assistantAt(world.app.baseUrl(), agency.key.secret)
})
afterAll(() => world.stop())

const newTrip = async (title: string) => (await assistant.call('trips_create', { title })).resource

test('a trip made by an assistant is the trip that REST reads, and its change says how it was made', async () => {
  const { isError, resource, texts, meta } = await assistant.call('trips_create', {
    title: 'Japón',
    travelers: 2,
    profile: { pace: 'relajado' },
  })
  expect(isError).toBe(false)
  expect((await agency.api(`GET /v1/trips/${resource.id}`)).body).toEqual(resource)
  expect((await assistant.call('trips_get', { tripId: resource.id })).resource).toEqual(resource)
  expect(texts).toEqual([JSON.stringify(resource), `changeId: ${meta.changeId}`])
  const { body: change } = await agency.api(`GET /v1/changes/${meta.changeId}`)
  expect(change).toMatchObject({ surface: 'mcp', operationId: 'trips.create', tripIds: [resource.id], credentialId: agency.key.id })
  expect((await agency.api('GET /v1/changes', { query: { tripId: resource.id } })).body.data).toEqual([change])
})

test('what REST writes stays of REST', async () => {
  const { headers } = await agency.api('POST /v1/trips', { body: { title: 'Rest' } })
  expect((await assistant.call('changes_get', { changeId: headers.get('service-change-id') })).resource.surface).toBe('rest')
})

test('a preview writes nothing and leaves no change', async () => {
  const trip = await newTrip('Before')
  const { resource, texts, meta } = await assistant.call('trips_update', { tripId: trip.id, title: 'After', dryRun: true })
  expect(resource).toEqual({
    object: 'trip_update_preview',
    tripId: trip.id,
    changes: [{ field: 'title', from: 'Before', to: 'After' }],
    dayShift: null,
  })
  expect([texts.length, meta]).toEqual([1, {}])
  expect((await assistant.call('trips_get', { tripId: trip.id })).resource).toEqual(trip)
})

test('an archived trip comes back when its change is reverted', async () => {
  const trip = await newTrip('Gone')
  const previewed = await assistant.call('trips_archive', { tripId: trip.id, dryRun: true })
  expect(previewed.resource).toMatchObject({
    object: 'preview',
    operationId: 'trips.archive',
    result: { object: 'archived_trip', id: trip.id },
  })
  const archived = await assistant.call('trips_archive', { tripId: trip.id, expectedUpdatedAt: trip.updatedAt })
  expect(archived.resource).toMatchObject({ object: 'archived_trip', id: trip.id })
  expect((await assistant.call('trips_get', { tripId: trip.id })).resource.code).toBe('not_found')

  const reverted = await assistant.call('changes_revert', { changeId: archived.meta.changeId })
  expect(reverted.resource).toMatchObject({ object: 'change', id: archived.meta.changeId, status: 'reverted' })
  expect((await assistant.call('trips_get', { tripId: trip.id })).resource).toMatchObject({ id: trip.id, title: 'Gone' })
})

test('a refusal is the problem, in the result', async () => {
  const tripId = '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f50'
  const { isError, resource, texts, meta } = await assistant.call('trips_get', { tripId })
  expect([isError, meta]).toEqual([true, {}])
  expect(resource).toEqual({
    type: `${world.app.baseUrl()}/problems/not_found`,
    title: 'Not found',
    status: 404,
    detail: expect.any(String),
    code: 'not_found',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(texts).toEqual([JSON.stringify(resource)])
})

test('every wrong argument is told at once', async () => {
  const { isError, resource } = await assistant.call('trips_create', {
    ...{ title: '', startDate: '2027-02-29', bogus: 1, dryRun: 'yes', idempotencyKey: 7 },
    ...{ profile: { pace: 'fast' }, ['__proto__']: { title: 'Sneaky' } },
  })
  expect([isError, resource.code]).toEqual([true, 'invalid_request'])
  expect(resource.errors.map(({ path }: { path: string }) => path).sort()).toEqual(
    expect.arrayContaining(['bogus', 'dryRun', 'idempotencyKey', 'profile.pace', 'startDate', 'title']),
  )
  const read = await assistant.call('trips_list', { dryRun: true, limit: '5' })
  expect(read.resource.errors).toEqual([
    { path: 'dryRun', message: 'is not a known field' },
    { path: 'limit', message: expect.any(String) },
  ])
})

test('a retry with the same key is answered once, and a different call with it is refused', async () => {
  const given = { title: 'Once', idempotencyKey: 'mcp-1' }
  const first = await assistant.call('trips_create', given)
  const again = await assistant.call('trips_create', given)
  expect(again.resource).toEqual(first.resource)
  expect(again.meta).toEqual({ changeId: first.meta.changeId, idempotentReplayed: true })
  const { rows } = await world.admin.query('select count(*)::int from trips where agency_id = $1 and title = $2', [agency.id, 'Once'])
  expect(rows).toEqual([{ count: 1 }])
  const other = await assistant.call('trips_create', { ...given, title: 'Twice' })
  expect([other.isError, other.resource.code]).toEqual([true, 'idempotency_key_reused'])
  // the same request by REST is the same request
  const rest = await agency.api('POST /v1/trips', { body: { title: 'Once' }, headers: { 'Idempotency-Key': 'mcp-1' } })
  expect([rest.body, rest.headers.get('idempotent-replayed')]).toEqual([first.resource, 'true'])
})

test('a refusal that was kept for a retry is a refusal again', async () => {
  const given = { tripId: '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f51', title: 'No', idempotencyKey: 'mcp-2' }
  const first = await assistant.call('trips_update', given)
  const again = await assistant.call('trips_update', given)
  expect([again.isError, again.resource, again.meta]).toEqual([true, first.resource, { idempotentReplayed: true }])
})

test('calls take from the same budget as REST, and are told when to go on', async () => {
  const poor = await world.newAgency({ perKey: 3, perAgency: 3 })
  const theirs = await assistantAt(world.app.baseUrl(), poor.key.secret)
  await poor.api('GET /v1/me')
  await theirs.call('me_get')
  await theirs.call('me_get')
  const { isError, resource, texts, meta } = await theirs.call('me_get')
  expect([isError, resource.code]).toEqual([true, 'rate_limited'])
  expect(meta.retryAfter).toBeGreaterThan(0)
  expect(texts[1]).toBe(`Try again in ${meta.retryAfter} seconds.`)
  expect((await poor.api('GET /v1/me')).status).toBe(429)
})

test('another agency’s trip is not there', async () => {
  const other = await world.newAgency()
  const { body: theirs } = await other.api('POST /v1/trips', { body: { title: 'Theirs' } })
  expect((await assistant.call('trips_get', { tripId: theirs.id })).resource.code).toBe('not_found')
  expect((await assistant.call('trips_update', { tripId: theirs.id, title: 'Mine' })).resource.code).toBe('not_found')
  expect((await other.api(`GET /v1/trips/${theirs.id}`)).body.title).toBe('Theirs')
})
