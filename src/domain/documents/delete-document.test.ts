import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, changeOf, newDocument, newFolder, revert } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const remove = (id: string, query = {}) => agency.api(`DELETE /v1/documents/${id}`, { query })

test('a deleted document is gone from every list and read', async () => {
  const document = await newDocument(agency)
  const { status, body } = await remove(document.id)
  expect([status, body]).toEqual([200, { object: 'document', id: document.id, tripId: document.tripId, deleted: true }])
  for (const route of [`GET /v1/documents/${document.id}`, `GET /v1/documents/${document.id}/download`])
    expect((await agency.api(route)).status).toBe(404)
  expect((await agency.api(`GET /v1/trips/${document.tripId}/documents`)).body.data).toEqual([])
  expect((await remove(document.id)).status).toBe(404)
})

test('undo brings it back as it was, with its bytes, its folder and its release', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const document = await newDocument(agency, { tripId: trip.id, folderId: folder.id, visibility: 'traveler', bytes: 'hola' })
  const done = await remove(document.id)
  expect((await revert(agency, changeOf(done))).status).toBe(200)
  const { body } = await agency.api(`GET /v1/documents/${document.id}`)
  expect(body).toEqual({ ...document, updatedAt: body.updatedAt })
  expect(await bytesOf(agency, document.id)).toBe('hola')
  expect((await revert(agency, changeOf(await remove(document.id)))).status).toBe(200)
  expect(await bytesOf(agency, document.id)).toBe('hola')
})

test('undo is refused where its folder is gone, and once the folder is back it works', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const document = await newDocument(agency, { tripId: trip.id, folderId: folder.id })
  const deleted = await remove(document.id)
  const folderDeleted = await agency.api(`DELETE /v1/document-folders/${folder.id}`)
  expect((await revert(agency, changeOf(deleted))).body.code).toBe('not_revertible')
  await revert(agency, changeOf(folderDeleted))
  expect((await revert(agency, changeOf(deleted))).status).toBe(200)
})

test('a delete that was decided on an older document is refused, and nothing is deleted', async () => {
  const document = await newDocument(agency)
  await agency.api(`PATCH /v1/documents/${document.id}`, { body: { name: 'x' } })
  expect((await remove(document.id, { expectedUpdatedAt: document.updatedAt })).body.code).toBe('stale_write')
  expect((await agency.api(`GET /v1/documents/${document.id}`)).status).toBe(200)
})
