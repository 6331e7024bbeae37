import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/client.ts'
import { newDocument, put, startedUpload } from '../harness/documents.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newAgency } from '../harness/world.ts'
import { startServer } from '../road/server-process.ts'

let scratch: ScratchDatabase
let folder: TemporaryFolder
let writer: ReturnType<typeof openPool>
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = temporaryFolder()
  writer = openPool(scratch.database.writer, 2)
})
afterAll(async () => {
  await writer.end()
  await scratch.drop()
  folder.remove()
})

test('the log names the route that was refused, and neither an address that opens something nor a name that people gave', async () => {
  const server = await startServer({ ...scratch.environment, DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'trace' })
  const agency = await newAgency(writer, () => server.baseUrl)
  const { id: tripId } = await agency.newTrip()
  const document = await newDocument(agency, { tripId, name: 'Pasaporte de Ana.pdf' })
  const { uploadUrl } = await startedUpload(agency, tripId, { name: 'Pasaporte de Ana.pdf' })
  const { body: download } = await agency.api(`GET /v1/documents/${document.id}/download`)
  expect((await put(uploadUrl, 'x', { 'Content-Type': 'nothing' })).status).toBe(400)
  expect((await put(`${uploadUrl}x`, 'x')).status).toBe(403)
  expect((await fetch(download.url, { method: 'DELETE' })).status).toBe(405)
  expect((await fetch(download.url, { headers: { Range: 'bytes=9000-' } })).status).toBe(416)
  expect(await server.stop()).toBe(0)

  const log = server.complaints()
  expect(log).toContain('"route":"/uploads/*","status":403')
  expect(log).toContain('"route":"/downloads/*","status":416')
  expect(log).toContain('"operationId":"documents.complete"')
  for (const address of [uploadUrl, download.url]) expect(log).not.toContain(new URL(address).pathname.split('/').at(-1)?.slice(0, 40))
  expect(log).not.toContain('Pasaporte')
})
