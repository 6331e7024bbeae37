import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Answer, Asked } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { runCommand, type ServerProcess, startServer } from './server-process.ts'

let world: World
let servers: ServerProcess[]
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const { environment } = world.scratch
  servers = await Promise.all([startServer(environment), startServer(environment)])
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()))
  await world.stop()
})
afterEach(() => expect(servers.map((server) => server.complaints())).toEqual(['', '']))

/** The same question to both processes. */
const ask = (secret: string, route = 'GET /v1/me', asked: Asked = {}): Promise<Answer[]> =>
  Promise.all(servers.map((server) => server.api(secret)(route, asked)))
const statuses = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).map(({ status }) => status)

/** Twice from each, so that both have the caller at hand. */
async function warm(...secrets: string[]) {
  for (const secret of [...secrets, ...secrets]) expect(await statuses(secret)).toEqual([200, 200])
}

test('a key revoked on the command line is refused by both processes within a second, while others go on', async () => {
  const other = await agency.newKey()
  const key = await agency.newKey()
  await warm(other.secret, key.secret)
  const revoked = await runCommand(world.scratch.environment, 'key', 'revoke', key.id)
  expect(revoked).toEqual({ id: key.id, revokedAt: expect.stringMatching(/Z$/) })
  await sleep(1000)
  for (let asked = 0; asked < 5; asked++) for (const answer of await ask(key.secret)) expectProblem(answer, 'unauthorized')
  for (const answer of await ask(key.secret, 'POST /v1/trips', { body: { title: 'Too late' } })) expectProblem(answer, 'unauthorized')
  expect(await statuses(other.secret)).toEqual([200, 200])
  const { rows } = await world.admin.query(`select from trips where agency_id = $1 and title = 'Too late'`, [agency.id])
  expect(rows).toEqual([])
})

test('a key revoked while its requests stream in is refused for good as soon as it is refused once', async () => {
  const key = await agency.newKey()
  await warm(key.secret)
  const seen: number[][] = servers.map(() => [])
  let over = false
  const streams = servers.map(async (server, index) => {
    while (!over) seen[index]?.push((await server.api(key.secret)('GET /v1/me')).status)
  })
  await world.admin.query('update api_keys set revoked_at = now() where id = $1', [key.id])
  await sleep(1000)
  over = true
  await Promise.all(streams)
  for (const answers of seen) {
    const refused = answers.indexOf(401)
    expect(refused).toBeGreaterThanOrEqual(0)
    expect(new Set(answers.slice(refused))).toEqual(new Set([401]))
  }
})

test('a key ends at its instant, in processes that have it at hand', async () => {
  const expiresAt = new Date(Date.now() + 1500).toISOString()
  const key = await agency.newKey({ expiresAt })
  await warm(key.secret)
  while (new Date().toISOString() < expiresAt) {
    const answers = await ask(key.secret)
    // only what was answered before the end tells that it still opened
    if (new Date().toISOString() < expiresAt) expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await sleep(100)
  }
  for (const answer of await ask(key.secret)) expectProblem(answer, 'unauthorized')
  expect(await statuses(agency.key.secret)).toEqual([200, 200])
})

test('a key made on the command line works at once in both', async () => {
  const made = await runCommand(
    world.scratch.environment,
    'key',
    'create',
    '--user',
    agency.userId,
    '--name',
    'New',
    '--scopes',
    'trips:read',
  )
  const { secret } = made as { secret: string }
  expect(await statuses(secret)).toEqual([200, 200])
  for (const answer of await ask(secret, 'POST /v1/trips', { body: { title: 'No' } })) expectProblem(answer, 'insufficient_scope')
})

test('limits, rights and names that change are seen by both within a second', async () => {
  const key = await agency.newKey({ userId: await agency.newUser({ tripDeletion: 'agency' }) })
  const { body: trip } = await (servers[0] as ServerProcess).api(agency.key.secret)('POST /v1/trips', { body: { title: 'Mine' } })
  await warm(key.secret)
  await world.admin.query(`update agencies set per_key_per_minute = 777, name = 'Renamed' where id = $1`, [agency.id])
  await world.admin.query(`update users set trip_deletion = 'none', name = 'Somebody else' where id = $1`, [key.userId])
  await sleep(1000)
  for (const { body, headers } of await ask(key.secret)) {
    expect([body.limits.perKeyPerMinute, body.agency.name, body.user.displayName]).toEqual([777, 'Renamed', 'Somebody else'])
    expect(headers.get('ratelimit-policy')).toContain('"key";q=777;')
  }
  for (const answer of await ask(key.secret, `DELETE /v1/trips/${trip.id}`)) expectProblem(answer, 'forbidden')
  await world.admin.query(`update users set trip_deletion = 'agency' where id = $1`, [key.userId])
  await sleep(1000)
  expect((await statuses(key.secret, `DELETE /v1/trips/${trip.id}`)).sort()).toEqual([200, 404])
})

test('a process whose ear to the database was cut hears of what it missed', async () => {
  const key = await agency.newKey()
  await warm(key.secret)
  await world.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'travesia_reader' and datname = current_database()`,
  )
  await world.admin.query('update api_keys set revoked_at = now() where id = $1', [key.id])
  await sleep(1000)
  for (const answer of await ask(key.secret)) expectProblem(answer, 'unauthorized')
  expect(await statuses(agency.key.secret)).toEqual([200, 200])
})
