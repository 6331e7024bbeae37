import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, startedUpload } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const start = (tripId: string, body: object, query = {}) =>
  agency.api(`POST /v1/trips/${tripId}/documents`, { body: { name: 'Póliza.pdf', mimeType: 'application/pdf', ...body }, query })

test('an upload begins with an address, what to send with it, and until when', async () => {
  const trip = await agency.newTrip()
  const { status, headers, body } = await start(trip.id, { byteSize: 4711 })
  expect([status, body]).toEqual([
    201,
    {
      object: 'document_upload',
      documentId: expect.any(String),
      uploadUrl: expect.stringContaining(`${world.app.baseUrl()}/uploads/`),
      method: 'PUT',
      headers: { 'Content-Type': 'application/pdf' },
      maxBytes: 52_428_800,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ])
  expect(headers.get('service-change-id')).toBeNull()
})

test('what is only begun is seen nowhere, and no event tells of it', async () => {
  const trip = await agency.newTrip()
  const before = await world.written()
  const { documentId } = await startedUpload(agency, trip.id)
  expect(await world.written()).toEqual(before)
  for (const route of ['GET /v1/documents', `GET /v1/trips/${trip.id}/documents`]) expect((await agency.api(route)).body.data).toEqual([])
  for (const route of [`GET /v1/documents/${documentId}`, `GET /v1/documents/${documentId}/download`, `DELETE /v1/documents/${documentId}`])
    expect((await agency.api(route)).status).toBe(404)
  expect((await agency.api(`PATCH /v1/documents/${documentId}`, { body: { name: 'x' } })).status).toBe(404)
})

test('a preview says what would be uploaded, and gives no address away', async () => {
  const trip = await agency.newTrip()
  const { status, body } = await start(trip.id, {}, { dryRun: 'true' })
  expect([status, body]).toEqual([
    200,
    {
      object: 'document_upload_preview',
      ...{ tripId: trip.id, folderId: null, name: 'Póliza.pdf', mimeType: 'application/pdf', maxBytes: 52_428_800 },
    },
  ])
})

test('a retry gets the same address, which is kept sealed', async () => {
  const trip = await agency.newTrip()
  const asked = { body: { name: 'a', mimeType: 'text/plain' }, headers: { 'Idempotency-Key': 'start' } }
  const first = await agency.api(`POST /v1/trips/${trip.id}/documents`, asked)
  const again = await agency.api(`POST /v1/trips/${trip.id}/documents`, asked)
  expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
  const { rows } = await world.admin.query('select body from idempotency_records')
  expect(rows).toHaveLength(1)
  expect(rows[0].body).not.toContain('uploads')
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: '  ' }, 'name'],
  [{ name: 'a\r\nb' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ mimeType: 'pdf' }, 'mimeType'],
  [{ mimeType: 'text/plain\r\nSet-Cookie: a=b' }, 'mimeType'],
  [{ byteSize: 52_428_801 }, 'byteSize'],
  [{ byteSize: -1 }, 'byteSize'],
  [{ visibility: 'traveler' }, 'visibility'],
])('%j is refused at %s', async (body, path) => {
  const trip = await agency.newTrip()
  const refused = await start(trip.id, body)
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
})

test('a folder of another trip is not found, nor is an archived trip', async () => {
  const [trip, other] = [await agency.newTrip(), await agency.newTrip()]
  const folder = await newFolder(agency, other.id)
  expect((await start(trip.id, { folderId: folder.id })).status).toBe(404)
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await start(trip.id, {})).status).toBe(404)
})
