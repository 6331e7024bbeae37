import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeOf, newDocument, newFolder, revert } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const rename = (id: string, body: object) => agency.api(`PATCH /v1/document-folders/${id}`, { body })

test('a renamed folder keeps its documents, which are not changed', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id)
  const document = await newDocument(agency, { tripId: trip.id, folderId: folder.id })
  const { status, body } = await rename(folder.id, { name: 'Reservas' })
  expect([status, body]).toEqual([200, { ...folder, name: 'Reservas', documentCount: 1, updatedAt: body.updatedAt }])
  expect(body.updatedAt > folder.updatedAt).toBe(true)
  expect((await agency.api(`GET /v1/documents/${document.id}`)).body).toEqual(document)
})

test('a folder takes no name that another one has, but its own in other letters', async () => {
  const trip = await agency.newTrip()
  const [one, other] = [await newFolder(agency, trip.id, 'Billetes'), await newFolder(agency, trip.id, 'Facturas')]
  const refused = await rename(other.id, { name: 'BILLETES' })
  expect([refused.status, refused.body.code]).toEqual([409, 'invalid_state'])
  expect((await rename(one.id, { name: 'BILLETES' })).body.name).toBe('BILLETES')
})

test('what changes nothing leaves the folder alone', async () => {
  const folder = await newFolder(agency, (await agency.newTrip()).id)
  for (const body of [{}, { name: 'Billetes' }, { name: ' Billetes ' }]) expect((await rename(folder.id, body)).body).toEqual(folder)
})

test('a rename that was decided on an older folder is refused', async () => {
  const folder = await newFolder(agency, (await agency.newTrip()).id)
  const { body: renamed } = await rename(folder.id, { name: 'Reservas', expectedUpdatedAt: folder.updatedAt })
  const refused = await rename(folder.id, { name: 'Facturas', expectedUpdatedAt: folder.updatedAt })
  expect([refused.status, refused.body.code, refused.body.updatedAt]).toEqual([409, 'stale_write', renamed.updatedAt])
})

test('undo gives the old name back, unless another folder has taken it', async () => {
  const trip = await agency.newTrip()
  const folder = await newFolder(agency, trip.id, 'Billetes')
  const first = await rename(folder.id, { name: 'Reservas' })
  const taker = await newFolder(agency, trip.id, 'billetes')
  const refused = await revert(agency, changeOf(first))
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  await rename(taker.id, { name: 'Facturas' })
  expect((await revert(agency, changeOf(first))).status).toBe(200)
  const { body } = await agency.api(`GET /v1/trips/${trip.id}/document-folders`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Billetes', 'Facturas'])
})
