import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, changeOf, newDocument, newFolder, put, revert, startedUpload, uploaded } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const complete = (id: string, body?: object) => agency.api(`POST /v1/documents/${id}/complete`, { ...(body && { body }) })

test('a completed upload is a document for staff, with the size and the type that came', async () => {
  const trip = await agency.newTrip()
  const { documentId, uploadUrl } = await startedUpload(agency, trip.id, { byteSize: 3 })
  await put(uploadUrl, 'hola, mundo', { 'Content-Type': 'text/plain; charset=utf-8' })
  const { status, body } = await complete(documentId)
  const ana = { id: agency.userId, name: 'Ana Prueba' }
  expect([status, body]).toEqual([
    200,
    {
      object: 'document',
      ...{ id: documentId, tripId: trip.id, folderId: null, name: 'Póliza.pdf' },
      ...{ mimeType: 'text/plain; charset=utf-8', byteSize: 11, status: 'ready' },
      ...{ visibility: 'staff', visibleToTravelersNow: false, visibleAt: null },
      ...{ createdBy: ana, updatedBy: ana, createdAt: expect.stringMatching(/Z$/), updatedAt: body.createdAt },
      appUrl: `${world.app.baseUrl()}/app/trips/${trip.id}/documents`,
    },
  ])
  expect(await bytesOf(agency, documentId)).toBe('hola, mundo')
})

test('it may be released and put into a folder at once', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const { body } = await complete(await uploaded(agency, trip.id), { visibility: 'traveler', folderId: folder.id })
  expect(body).toMatchObject({ visibility: 'traveler', folderId: folder.id, visibleToTravelersNow: false, visibleAt: body.createdAt })
  await agency.api(`POST /v1/trips/${trip.id}/publish`)
  expect((await agency.api(`GET /v1/documents/${body.id}`)).body).toEqual({ ...body, visibleToTravelersNow: true })
})

test('a folder that the start named is taken, unless the completion says another or none', async () => {
  const trip = await agency.newTrip()
  const [one, other] = [await newFolder(agency, trip.id, 'Uno'), await newFolder(agency, trip.id, 'Otro')]
  const from = () => uploaded(agency, trip.id, { folderId: one.id })
  expect((await complete(await from())).body.folderId).toBe(one.id)
  expect((await complete(await from(), { folderId: other.id })).body.folderId).toBe(other.id)
  expect((await complete(await from(), { folderId: null })).body.folderId).toBeNull()
})

test('where the upload did not say what it is, it is what the start said; nothing at all is a document too', async () => {
  const trip = await agency.newTrip()
  const { documentId, uploadUrl } = await startedUpload(agency, trip.id)
  await put(uploadUrl, new Uint8Array())
  expect((await complete(documentId)).body).toMatchObject({ mimeType: 'application/pdf', byteSize: 0 })
  expect(await bytesOf(agency, documentId)).toBe('')
})

test('with nothing uploaded it is refused, and can be completed later', async () => {
  const { documentId, uploadUrl, headers } = await startedUpload(agency, (await agency.newTrip()).id)
  const before = await world.written()
  const refused = await complete(documentId)
  expect([refused.status, refused.body.code]).toEqual([422, 'upload_missing'])
  expect(await world.written()).toEqual(before)
  await put(uploadUrl, 'hola', headers)
  expect((await complete(documentId)).status).toBe(200)
})

test('a second completion is refused, and of two at once one wins', async () => {
  const documentId = await uploaded(agency, (await agency.newTrip()).id)
  const answers = await Promise.all([complete(documentId), complete(documentId, { visibility: 'traveler' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = await complete(documentId)
  expect([refused.status, refused.body.code]).toEqual([409, 'already_complete'])
  const { rows } = await world.admin.query(`select type from outbox where subject_id = $1`, [documentId])
  expect(rows).toEqual([{ type: 'document.created' }])
})

test('undo deletes the upload: it is gone, and can not be completed again', async () => {
  const documentId = await uploaded(agency, (await agency.newTrip()).id)
  const done = await complete(documentId)
  expect((await revert(agency, changeOf(done))).status).toBe(200)
  expect((await agency.api(`GET /v1/documents/${documentId}`)).status).toBe(404)
  expect((await complete(documentId)).status).toBe(404)
  const { rows } = await world.admin.query(`select type from outbox where subject_id = $1 order by seq`, [documentId])
  expect(rows.map(({ type }) => type)).toEqual(['document.created', 'document.deleted'])
})

test('undo is refused once somebody has changed the document', async () => {
  const documentId = await uploaded(agency, (await agency.newTrip()).id)
  const done = await complete(documentId)
  await agency.api(`PATCH /v1/documents/${documentId}`, { body: { visibility: 'traveler' } })
  expect((await revert(agency, changeOf(done))).body.code).toBe('not_revertible')
  expect((await agency.api(`GET /v1/documents/${documentId}`)).status).toBe(200)
})

test("another agency's upload, a folder of another trip and an archived trip are not found", async () => {
  const trip = await agency.newTrip()
  const stranger = await world.newAgency()
  const documentId = await uploaded(agency, trip.id)
  expect((await stranger.api(`POST /v1/documents/${documentId}/complete`)).status).toBe(404)
  const { id: folderId } = await newFolder(agency, (await agency.newTrip()).id)
  expect((await complete(documentId, { folderId })).status).toBe(404)
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await complete(documentId)).status).toBe(404)
  await agency.api(`POST /v1/trips/${trip.id}/restore`)
  expect((await complete(documentId)).status).toBe(200)
})

test('a duplicate of the trip carries no documents', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  await newDocument(agency, { tripId: trip.id })
  const { body: copy } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  expect((await agency.api(`GET /v1/trips/${copy.id}/documents`)).body.data).toEqual([])
})
