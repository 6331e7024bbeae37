import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/client.ts'
import { bytesOf, put, startedUpload, uploaded } from '../harness/documents.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newAgency, type TestAgency } from '../harness/world.ts'
import type { DeathWish } from '../road/death-wish.ts'
import { type ServerProcess, startServer } from '../road/server-process.ts'
import { settled } from '../road/written-rows.ts'

let scratch: ScratchDatabase
let folder: TemporaryFolder
let writer: ReturnType<typeof openPool>
let server: ServerProcess
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = temporaryFolder()
  writer = openPool(scratch.database.writer, 2)
  server = await startMortal()
  agency = await newAgency(writer, () => server.baseUrl)
  tripId = (await agency.newTrip()).id
})
afterEach(() => expect(server.complaints()).toBe(''))
afterAll(async () => {
  await server?.kill()
  await writer.end()
  await scratch.drop()
  folder.remove()
})

const dataDir = () => join(folder.path, 'data')
const drafts = () => (existsSync(join(dataDir(), 'storage')) ? readdirSync(join(dataDir(), 'storage', 'incoming')) : [])

const startMortal = () => startServer({ ...scratch.environment, DATA_DIR: dataDir() }, new URL('../road/death-wish.ts', import.meta.url))

const wishDeath = (wish: DeathWish) =>
  new Promise((resolve) => {
    server.child.once('message', resolve)
    server.child.send(wish)
  })

/** The same address at a server that listens on another port by now. */
const atNow = (url: string) => `${server.baseUrl}${new URL(url).pathname}`
const complete = (documentId: string, headers = {}) => agency.api(`POST /v1/documents/${documentId}/complete`, { headers })

test('a server killed in the middle of an upload leaves no document; the same address takes the bytes later', async () => {
  const { documentId, uploadUrl, headers } = await startedUpload(agency, tripId)
  const upload = request(uploadUrl, { method: 'PUT', headers: { ...headers, 'Content-Length': 1_000_000 } })
  upload.on('error', () => {})
  upload.write(Buffer.alloc(300_000))
  while (drafts().length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await server.kill()
  server = await startMortal()
  expect((await complete(documentId)).body.code).toBe('upload_missing')
  expect((await put(atNow(uploadUrl), 'whole', headers)).status).toBe(200)
  expect((await complete(documentId)).body.byteSize).toBe(5)
  expect(await bytesOf(agency, documentId)).toBe('whole')
})

test('a server killed between an upload and its completion has the bytes when it is back', async () => {
  const documentId = await uploaded(agency, tripId, { bytes: 'hola' })
  await server.kill()
  server = await startMortal()
  expect((await complete(documentId)).body).toMatchObject({ status: 'ready', byteSize: 4 })
  expect(await bytesOf(agency, documentId)).toBe('hola')
})

/** Kills the server at that moment of a completion; what is there then. Nothing, when the write ends before it. */
async function dieCompleting(wish: DeathWish): Promise<'document' | 'upload' | undefined> {
  const documentId = await uploaded(agency, tripId, { bytes: 'hola' })
  const key = { 'Idempotency-Key': `complete ${wish.moment} ${wish.statement}` }
  await wishDeath(wish)
  const survived = await complete(documentId, key).catch(() => undefined)
  if (survived) {
    expect(survived.status).toBe(200)
    await wishDeath({ moment: 'before', statement: 0 })
    return undefined
  }
  await server.gone
  await settled(scratch.admin)
  const { rows } = await scratch.admin.query(
    `select (select count(*)::int from documents where id = $1) as ready, (select count(*)::int from document_uploads where id = $1) as waiting,
      (select count(*)::int from outbox where subject_id = $1) as told`,
    [documentId],
  )
  const { ready, waiting, told } = rows[0]
  expect([wish, ready + waiting, told]).toEqual([wish, 1, ready])

  server = await startMortal()
  const retry = await complete(documentId, key)
  expect([wish, retry.status, retry.body.status]).toEqual([wish, 200, 'ready'])
  expect(await bytesOf(agency, documentId)).toBe('hola')
  return ready === 1 ? 'document' : 'upload'
}

test('a server killed anywhere in a completion leaves a document or an upload that waits, and the retry gives the document', async () => {
  let statement = 1
  for (;;) {
    const left = await dieCompleting({ moment: 'before', statement })
    if (left === undefined) break
    expect([statement, left]).toEqual([statement, 'upload'])
    statement++
  }
  expect(statement).toBeGreaterThan(4)
  expect(await dieCompleting({ moment: 'answering', statement: 0 })).toBe('document')
}, 120_000)
