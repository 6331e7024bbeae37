import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/client.ts'
import { put, startedUpload } from '../harness/documents.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newAgency, type TestAgency } from '../harness/world.ts'
import { type ServerProcess, startServer } from '../road/server-process.ts'

const AT_ONCE = 20
const MB = 1024 * 1024
const SIZE_MB = 20

let scratch: ScratchDatabase
let folder: TemporaryFolder
let writer: ReturnType<typeof openPool>
let server: ServerProcess
let agency: TestAgency
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = temporaryFolder()
  server = await startServer({ ...scratch.environment, DATA_DIR: join(folder.path, 'data') })
  writer = openPool(scratch.database.writer, 2)
  agency = await newAgency(writer, () => server.baseUrl)
})
afterAll(async () => {
  await server?.stop()
  await writer.end()
  await scratch.drop()
  folder.remove()
})

const residentMb = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024

async function highestDuring(work: Promise<unknown>): Promise<number> {
  let highest = residentMb()
  const sampling = setInterval(() => {
    highest = Math.max(highest, residentMb())
  }, 10)
  await work
  clearInterval(sampling)
  return highest
}

test.runIf(process.platform === 'linux')(
  'twenty uploads and downloads at once cost no memory by their size',
  async () => {
    const { id: tripId } = await agency.newTrip()
    const started = await Promise.all(Array.from({ length: AT_ONCE }, () => startedUpload(agency, tripId)))
    const bytes = Buffer.alloc(SIZE_MB * MB, 'a')
    const before = residentMb()
    const uploading = await highestDuring(
      Promise.all(started.map(async ({ uploadUrl, headers }) => expect((await put(uploadUrl, bytes, headers)).status).toBe(200))),
    )
    for (const { documentId } of started) await agency.api(`POST /v1/documents/${documentId}/complete`)
    const downloading = await highestDuring(
      Promise.all(
        started.map(async ({ documentId }) => {
          const { body } = await agency.api(`GET /v1/documents/${documentId}/download`)
          expect((await (await fetch(body.url)).arrayBuffer()).byteLength).toBe(SIZE_MB * MB)
        }),
      ),
    )
    console.log(
      `${AT_ONCE} × ${SIZE_MB} MB: ${before.toFixed(0)} MB before, at most ${uploading.toFixed(0)} while they came and ${downloading.toFixed(0)} while they went`,
    )
    // all of it would be 400 MB more
    expect(uploading - before).toBeLessThan(150)
    expect(downloading - before).toBeLessThan(150)
  },
  120_000,
)
