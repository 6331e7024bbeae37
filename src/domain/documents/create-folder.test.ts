import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a new folder is empty, and answers with every member', async () => {
  const trip = await agency.newTrip()
  const { status, body } = await agency.api(`POST /v1/trips/${trip.id}/document-folders`, { body: { name: '  Billetes   de tren ' } })
  expect([status, body]).toEqual([
    201,
    {
      object: 'document_folder',
      id: expect.any(String),
      tripId: trip.id,
      name: 'Billetes de tren',
      documentCount: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    },
  ])
})

test('a trip has no two folders of one name, in whatever letters; another trip may have it', async () => {
  const [trip, other] = [await agency.newTrip(), await agency.newTrip()]
  await newFolder(agency, trip.id, 'Pólizas')
  const before = await world.written()
  const refused = await agency.api(`POST /v1/trips/${trip.id}/document-folders`, { body: { name: ' PÓLIZAS' } })
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    ...[409, 'invalid_state'],
    'The trip has a folder "Pólizas" already.',
  ])
  expect(await world.written()).toEqual(before)
  await newFolder(agency, trip.id, 'Polizas')
  await newFolder(agency, other.id, 'Pólizas')
})

test('of ten that make the same folder at once, one does', async () => {
  const trip = await agency.newTrip()
  const create = () => agency.api(`POST /v1/trips/${trip.id}/document-folders`, { body: { name: 'Facturas' } })
  const answers = await Promise.all(Array.from({ length: 10 }, create))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  expect((await agency.api(`GET /v1/trips/${trip.id}/document-folders`)).body.data).toHaveLength(1)
})

test.each(['', '   ', 'a\nb', '\u0007', 'x'.repeat(121), 7, null])('%j is no name of a folder', async (name) => {
  const trip = await agency.newTrip()
  const { status, body } = await agency.api(`POST /v1/trips/${trip.id}/document-folders`, { body: { name } })
  expect([status, body.errors?.[0].path]).toEqual([400, 'name'])
})

test('an archived trip gets no folders', async () => {
  const trip = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`POST /v1/trips/${trip.id}/document-folders`, { body: { name: 'Billetes' } })).status).toBe(404)
})
