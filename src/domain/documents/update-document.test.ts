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

const update = (id: string, body: object, api = agency.api) => api(`PATCH /v1/documents/${id}`, { body })
const told = async (id: string) =>
  (await world.admin.query(`select changed from outbox where subject_id = $1 and type = 'document.updated' order by seq`, [id])).rows.map(
    ({ changed }) => changed,
  )

test('a document is renamed, moved and released, and tells which fields changed', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const document = await newDocument(agency, { tripId: trip.id, bytes: 'hola' })
  const { status, body } = await update(document.id, { name: ' Firmada.pdf ', folderId: folder.id, visibility: 'traveler' })
  expect([status, body]).toEqual([
    200,
    {
      ...document,
      ...{ name: 'Firmada.pdf', folderId: folder.id, visibility: 'traveler' },
      ...{ visibleAt: body.updatedAt, updatedAt: body.updatedAt },
    },
  ])
  expect(body.updatedAt > document.updatedAt).toBe(true)
  expect((await told(document.id)).map((changed) => changed.toSorted())).toEqual([['folderId', 'name', 'visibility', 'visibleAt']])
  expect(await bytesOf(agency, document.id)).toBe('hola')
})

test('taken back, it was never released; released again, it is from now on', async () => {
  const document = await newDocument(agency, { visibility: 'traveler' })
  expect((await update(document.id, { visibility: 'staff' })).body.visibleAt).toBeNull()
  const { body } = await update(document.id, { visibility: 'traveler' })
  expect(body.visibleAt).toBe(body.updatedAt)
  expect((await update(document.id, { name: 'x' })).body.visibleAt).toBe(body.visibleAt)
})

test('what changes nothing leaves it alone, and no event tells of it', async () => {
  const document = await newDocument(agency)
  for (const body of [{}, { name: document.name }, { folderId: null, visibility: 'staff' }])
    expect((await update(document.id, body)).body).toEqual(document)
  expect(await told(document.id)).toEqual([])
})

test('it tells who changed it last', async () => {
  const document = await newDocument(agency)
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const { body } = await update(document.id, { name: 'x' }, colleague.api)
  expect([body.createdBy.id, body.updatedBy.id]).toEqual([agency.userId, colleague.userId])
})

test('undo takes a release back, with the time it was made', async () => {
  const document = await newDocument(agency)
  const released = await update(document.id, { visibility: 'traveler' })
  await revert(agency, changeOf(released))
  const { body } = await agency.api(`GET /v1/documents/${document.id}`)
  expect(body).toEqual({ ...document, updatedAt: body.updatedAt })
})

test('a folder of another trip is not found, and an older document is not overwritten', async () => {
  const document = await newDocument(agency)
  const folder = await newFolder(agency, (await agency.newTrip()).id)
  expect((await update(document.id, { folderId: folder.id })).status).toBe(404)
  await update(document.id, { name: 'x' })
  const refused = await update(document.id, { name: 'y', expectedUpdatedAt: document.updatedAt })
  expect([refused.status, refused.body.code]).toEqual([409, 'stale_write'])
})
