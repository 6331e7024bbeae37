import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetDocuments, forgetUnknownBytes } from '../../src/housekeeping.ts'
import { bytesOf, changeOf, newDocument, revert, startedUpload, uploaded } from '../harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const clean = async () => {
  const { reader, writer, storage } = world.app
  await forgetDocuments(reader, writer, storage)
  await forgetUnknownBytes(reader, storage)
}
const placeOf = (id: string, agencyId: string = agency.id) => join(world.storageFolder, agencyId, id.slice(-2), id)
const hasBytes = (id: string) => existsSync(placeOf(id))
const remove = (id: string) => agency.api(`DELETE /v1/documents/${id}`)
const complete = (id: string) => agency.api(`POST /v1/documents/${id}/complete`)
const age = (table: string, id: string, by: string) =>
  world.admin.query(`update ${table} set created_at = created_at - $2::interval where id = $1`, [id, by])
const ageBytes = (path: string, hours: number) => utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000))

test('what was not completed within a day is gone, with its bytes; what is younger waits on', async () => {
  const tripId = (await agency.newTrip()).id
  const [old, young, document] = [await uploaded(agency, tripId), await uploaded(agency, tripId), await newDocument(agency, { tripId })]
  const { documentId: empty } = await startedUpload(agency, tripId)
  for (const id of [old, empty]) await age('document_uploads', id, '24 hours 1 second')
  await age('document_uploads', young, '23 hours')
  await age('documents', document.id, '100 days')
  const before = await world.written()
  await clean()
  expect(await world.written()).toEqual(before)
  expect([hasBytes(old), hasBytes(young), hasBytes(document.id)]).toEqual([false, true, true])
  for (const id of [old, empty]) expect((await complete(id)).status).toBe(404)
  expect((await complete(young)).status).toBe(200)
})

test('the bytes of a deleted document are kept for 30 days, and then it can not be brought back', async () => {
  const document = await newDocument(agency)
  const change = changeOf(await remove(document.id))
  await age('deleted_documents', document.id, '29 days 23 hours')
  await clean()
  expect(hasBytes(document.id)).toBe(true)
  await age('deleted_documents', document.id, '2 hours')
  await clean()
  expect(hasBytes(document.id)).toBe(false)
  const refused = await revert(agency, change)
  expect([refused.status, refused.body.detail]).toEqual([409, 'The bytes of the document are no longer kept.'])
  expect((await agency.api(`GET /v1/documents/${document.id}`)).status).toBe(404)
})

test('a document that undo brought back keeps its bytes, however long ago it was deleted', async () => {
  const document = await newDocument(agency, { bytes: 'hola' })
  await revert(agency, changeOf(await remove(document.id)))
  await age('deleted_documents', document.id, '31 days')
  await clean()
  expect(await bytesOf(agency, document.id)).toBe('hola')
  const change = changeOf(await remove(document.id))
  await clean()
  expect((await revert(agency, change)).status).toBe(200)
  expect(await bytesOf(agency, document.id)).toBe('hola')
})

test('bytes that no row speaks of go after a day: those of an undone completion, or of a crash', async () => {
  const undone = await uploaded(agency, (await agency.newTrip()).id)
  await revert(agency, changeOf(await complete(undone)))
  const known = await newDocument(agency)
  const deleted = await newDocument(agency)
  await remove(deleted.id)
  const waiting = await uploaded(agency, (await agency.newTrip()).id)
  await clean()
  expect(hasBytes(undone)).toBe(true)
  for (const id of [undone, known.id, deleted.id, waiting]) ageBytes(placeOf(id), 25)
  await clean()
  expect([undone, known.id, deleted.id, waiting].map(hasBytes)).toEqual([false, true, true, true])
})

test('what never came whole goes after a day, and what is not ours is left alone', async () => {
  const [old, young] = ['old', 'young'].map((name) => join(world.storageFolder, 'incoming', name)) as [string, string]
  for (const draft of [old, young]) {
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'bytes'), 'half')
  }
  const backup = join(world.storageFolder, 'lost+found')
  mkdirSync(backup)
  for (const path of [old, backup]) ageBytes(path, 25)
  await clean()
  expect([old, young, backup].map((path) => existsSync(path))).toEqual([false, true, true])
})

test('another agency’s document of the same id does not keep bytes', async () => {
  const document = await newDocument(agency)
  const other = await world.newAgency()
  const place = placeOf(document.id, other.id)
  mkdirSync(place, { recursive: true })
  ageBytes(place, 25)
  await clean()
  expect([existsSync(place), hasBytes(document.id)]).toEqual([false, true])
})

test('where nothing was ever uploaded there is nothing to clean', async () => {
  const empty = await newWorld()
  await forgetUnknownBytes(empty.app.reader, empty.app.storage)
  await empty.stop()
})
