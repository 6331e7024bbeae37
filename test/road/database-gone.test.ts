import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient, openPool } from '../../src/db/client.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/db/embedded/server.ts'
import { withStartLock } from '../../src/db/embedded/start-lock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { asRole, WRITER } from '../../src/db/roles.ts'
import { openSecret } from '../../src/secrets.ts'
import type { Answer } from '../harness/api.ts'
import { newAgency, type TestAgency } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { written } from './written-rows.ts'

const SECRET = 'a secret of the test whose database goes away'
const OUTAGE_MS = 5000
const CLIENTS = 20

let dataDir: string
let postgres: EmbeddedServer
let writer: pg.Pool
let server: ServerProcess
let agencies: TestAgency[]
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'travesia-gone-'))
  // the server runs as an account that must be able to enter
  chmodSync(dataDir, 0o711)
  postgres = await startEmbeddedServer(dataDir)
  const secret = openSecret({ dataDir, secretKey: SECRET })
  await migrate(postgres.admin, secret)
  writer = openPool(asRole(postgres.admin, WRITER, secret), 1)
  const { host, user, password, database } = postgres.admin
  server = await startServer({
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: SECRET,
  })
  const baseUrl = () => server.baseUrl
  agencies = [await newAgency(writer, baseUrl), await newAgency(writer, baseUrl)]
})
afterAll(async () => {
  await server?.kill()
  await writer?.end()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Stops the database at once, without a word to its clients, and keeps whoever watches over it from starting it again. */
async function takeDatabaseAway(forMs: number): Promise<void> {
  const home = join(dataDir, 'postgres')
  await withStartLock(join(home, 'start.lock'), async () => {
    process.kill(Number(readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT')
    await sleep(forMs)
  })
}

interface Heard {
  answer: Answer
  sentAt: number
  tookMs: number
}

let over = false
const heard: Heard[] = []

/** One client: writes trip after trip, and repeats each under its own key until it is told that it was done. */
async function client(name: string, agency: TestAgency): Promise<Answer[]> {
  const acknowledged: Answer[] = []
  for (let trip = 0; !over; trip++) {
    const asked = { body: { title: `${name}, trip ${trip}` }, headers: { 'Idempotency-Key': `${name} ${trip}` } }
    for (;;) {
      const sentAt = performance.now()
      const answer = await agency.api('POST /v1/trips', asked)
      heard.push({ answer, sentAt, tookMs: performance.now() - sentAt })
      if (answer.status === 201) {
        acknowledged.push(answer)
        break
      }
      await sleep(100)
    }
  }
  return acknowledged
}

test('a database that is gone for five seconds is unavailable, never an error; then all goes on by itself, nothing lost and nothing doubled', async () => {
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(`Client ${index}`, agencies[index % 2] as TestAgency))
  const reads: Answer[] = []
  const reader = (async () => {
    while (!over) {
      reads.push(await (agencies[0] as TestAgency).api('GET /v1/trips', { query: { limit: '1' } }))
      await sleep(50)
    }
  })()
  const everybody = Promise.all([Promise.all(clients), reader])
  // a process that dies of it breaks their connections: then there is nothing to wait for
  const stillAlive = Promise.race([everybody, server.gone]).then(() => expect([over, server.complaints()]).toEqual([true, '']))
  await sleep(1000)
  const goneAt = performance.now()
  await Promise.race([takeDatabaseAway(OUTAGE_MS), stillAlive])
  const backAt = performance.now()
  await expect.poll(() => heard.some(({ answer, sentAt }) => answer.status === 201 && sentAt > backAt), { timeout: 20_000 }).toBe(true)
  await sleep(1000)
  over = true
  const acknowledged = (await everybody)[0].flat()
  await stillAlive

  // the very process that lost its database goes on
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null])
  const refused = [...heard.map(({ answer }) => answer), ...reads].filter(({ status }) => status >= 400)
  expect(refused.length).toBeGreaterThan(CLIENTS)
  for (const answer of refused) {
    if (answer.status === 409) expectProblem(answer, 'request_in_progress')
    else expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  }
  expect(reads.some(({ status }) => status === 503)).toBe(true)
  const during = heard.filter(({ sentAt }) => sentAt > goneAt + 500 && sentAt < backAt - 500)
  expect(during.filter(({ answer }) => answer.status !== 503)).toEqual([])
  expect(Math.max(...heard.map(({ tookMs }) => tookMs))).toBeLessThan(8000)
  expect(server.complaints()).toBe('')

  const admin = openClient(postgres.admin)
  await admin.connect()
  const left = await Promise.all(agencies.map(({ id }) => written(admin, id)))
  for (const { trips, ...others } of left) expect(others).toEqual({ changes: trips, captures: trips, outbox: trips, records: trips })
  const { rows } = await admin.query('select id, title from trips')
  await admin.end()
  // one trip for each that was asked for, and each is the one that its client was told of
  expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
  expect(new Map(rows.map(({ id, title }) => [title, id]))).toEqual(new Map(acknowledged.map(({ body }) => [body.title, body.id])))
})
