import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeOf, newDocument, newFolder, revert, uploaded } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const remove = (id: string, query = {}) => agency.api(`DELETE /v1/document-folders/${id}`, { query })
const folderOf = async (id: string) => (await agency.api(`GET /v1/documents/${id}`)).body.folderId

test('the documents of a deleted folder lie loose, each telling of it, and undo puts them back in', async () => {
  const trip = await agency.newTrip()
  const [folder, other] = [await newFolder(agency, trip.id), await newFolder(agency, trip.id, 'Facturas')]
  const inside = [
    await newDocument(agency, { tripId: trip.id, folderId: folder.id }),
    await newDocument(agency, { tripId: trip.id, folderId: folder.id }),
  ]
  const elsewhere = await newDocument(agency, { tripId: trip.id, folderId: other.id })
  const done = await remove(folder.id)
  expect([done.status, done.body]).toEqual([200, { object: 'document_folder', id: folder.id, tripId: trip.id, deleted: true }])
  for (const { id } of inside) expect(await folderOf(id)).toBeNull()
  expect((await agency.api(`GET /v1/documents/${elsewhere.id}`)).body).toEqual(elsewhere)
  const told = await world.admin.query(
    `select subject_id, type, changed from outbox where type <> 'document.created' and subject = 'document'`,
  )
  expect(told.rows.map(({ subject_id }) => subject_id).sort()).toEqual(inside.map(({ id }) => id).sort())
  expect(told.rows[0]).toMatchObject({ type: 'document.updated', changed: ['folderId'] })

  expect((await revert(agency, changeOf(done))).status).toBe(200)
  for (const { id } of inside) expect(await folderOf(id)).toBe(folder.id)
  const { body } = await agency.api(`GET /v1/trips/${trip.id}/document-folders`)
  expect(body.data[0]).toMatchObject({ id: folder.id, name: 'Billetes', documentCount: 2 })
})

test('undo is refused whole when one of the documents was put elsewhere since', async () => {
  const trip = await agency.newTrip()
  const [folder, other] = [await newFolder(agency, trip.id), await newFolder(agency, trip.id, 'Facturas')]
  const documents = [
    await newDocument(agency, { tripId: trip.id, folderId: folder.id }),
    await newDocument(agency, { tripId: trip.id, folderId: folder.id }),
  ]
  const done = await remove(folder.id)
  await agency.api(`PATCH /v1/documents/${documents[0].id}`, { body: { folderId: other.id } })
  const refused = await revert(agency, changeOf(done))
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect(await Promise.all(documents.map(({ id }) => folderOf(id)))).toEqual([other.id, null])
})

test('an upload that was to lie in it is completed all the same, and lies loose', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const documentId = await uploaded(agency, trip.id, { folderId: folder.id })
  await remove(folder.id)
  const { status, body } = await agency.api(`POST /v1/documents/${documentId}/complete`)
  expect([status, body.folderId]).toEqual([200, null])
})

test('a delete that was decided on an older folder is refused', async () => {
  const folder = await newFolder(agency, (await agency.newTrip()).id)
  await agency.api(`PATCH /v1/document-folders/${folder.id}`, { body: { name: 'Reservas' } })
  expect((await remove(folder.id, { expectedUpdatedAt: folder.updatedAt })).body.code).toBe('stale_write')
})
