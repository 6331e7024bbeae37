import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('an archived trip leaves every list and read, and stands among the archived', async () => {
  const trip = await agency.newTrip({ startDate: '2027-05-01', endDate: '2027-05-02', metadata: { only: 'this' } })
  const { status, headers, body } = await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...{ object: 'archived_trip', id: trip.id, code: trip.code, title: 'Trip', startDate: '2027-05-01', endDate: '2027-05-02' },
    ...{ archivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), archivedBy: agency.userId },
  })
  expect(headers.get('service-change-id')).not.toBeNull()
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body.code).toBe('not_found')
  expect((await agency.api('GET /v1/trips', { query: { 'metadata[only]': 'this' } })).body.data).toEqual([])
  expect((await agency.api('GET /v1/trips/archived')).body.data).toContainEqual(body)
})

test.each([
  ['none', 'own', 403],
  ['none', 'a colleague’s', 403],
  ['none', 'nobody’s', 403],
  ['own', 'own', 200],
  ['own', 'a colleague’s', 403],
  ['own', 'nobody’s', 403],
  ['agency', 'own', 200],
  ['agency', 'a colleague’s', 200],
  ['agency', 'nobody’s', 200],
] as const)('somebody who may delete %s asks to archive %s trip: %i', async (tripDeletion, whose, expected) => {
  const userId = await agency.newUser({ tripDeletion })
  const { api } = await agency.newKey({ userId })
  const { id } = await agency.newTrip(whose === 'own' ? { ownerId: userId } : {})
  if (whose === 'nobody’s') await agency.api(`PATCH /v1/trips/${id}`, { body: { ownerId: null } })
  const { status, headers, body } = await api(`DELETE /v1/trips/${id}`)
  expect(status).toBe(expected)
  if (expected === 200) {
    expect(body.archivedBy).toBe(userId)
    return
  }
  expect([body.code, headers.get('service-change-id')]).toEqual(['forbidden', null])
  expect((await agency.api(`GET /v1/trips/${id}`)).status).toBe(200)
})

test('a stale archive is refused, and so is a second one', async () => {
  const trip = await agency.newTrip()
  const { body: changed } = await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'B' } })
  const stale = await agency.api(`DELETE /v1/trips/${trip.id}`, { query: { expectedUpdatedAt: trip.updatedAt } })
  expect([stale.status, stale.body.code, stale.body.updatedAt]).toEqual([409, 'stale_write', changed.updatedAt])
  const done = await agency.api(`DELETE /v1/trips/${trip.id}`, { query: { expectedUpdatedAt: changed.updatedAt } })
  expect(done.status).toBe(200)
  expect((await agency.api(`DELETE /v1/trips/${trip.id}`)).status).toBe(404)
})

test('a dry run tells the archived trip and archives nothing', async () => {
  const trip = await agency.newTrip()
  const { status, headers, body } = await agency.api(`DELETE /v1/trips/${trip.id}`, { query: { dryRun: 'true' } })
  expect([status, headers.get('service-change-id')]).toEqual([200, null])
  expect(body).toMatchObject({ object: 'preview', operationId: 'trips.archive', result: { object: 'archived_trip', id: trip.id } })
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('a dry run is refused where the archive would be', async () => {
  const { id } = await agency.newTrip()
  const { api } = await agency.newKey({ userId: await agency.newUser({ tripDeletion: 'none' }) })
  expect((await api(`DELETE /v1/trips/${id}`, { query: { dryRun: 'true' } })).body.code).toBe('forbidden')
})
