import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

/** `"key";r=9;t=60, "agency";r=99;t=60` */
const left = ({ headers }: Answer) =>
  Object.fromEntries(
    [...(headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+);t=(\d+)/g)].map(([, name, units]) => [name, Number(units)]),
  )
const seconds = ({ headers }: Answer) => [...(headers.get('ratelimit') ?? '').matchAll(/t=(\d+)/g)].map(([, time]) => Number(time))
const me = (agency: TestAgency) => agency.api('GET /v1/me')

function expectLimited(answer: Answer, who: 'key' | 'agency') {
  expectProblem(answer, 'rate_limited')
  expect(answer.body.detail).toContain(`The ${who} `)
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThanOrEqual(1)
  expect(wait).toBeLessThanOrEqual(60)
  expect(left(answer)[who]).toBe(0)
}

test('every answer to a known key tells its budgets and what is left of them', async () => {
  const agency = await world.newAgency({ perKey: 100, perAgency: 1000 })
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'Metered' } })
  const retry = { body: { title: 'Kept' }, headers: { 'Idempotency-Key': 'kept' } }
  const answers: [number, Promise<Answer>][] = [
    [200, agency.api('GET /v1/me')],
    [200, agency.api('GET /v1/trips')],
    [201, agency.api('POST /v1/trips', { body: { title: 'x' } })],
    [200, agency.api('POST /v1/trips?dryRun=true', { body: { title: 'x' } })],
    [201, agency.api('POST /v1/trips', retry).then(() => agency.api('POST /v1/trips', retry))],
    [400, agency.api('POST /v1/trips', { body: { title: '' } })],
    [400, agency.api('GET /v1/trips?limit=1&limit=1')],
    [400, agency.api('POST /v1/trips?dryRun=perhaps', { body: { title: 'x' } })],
    [400, agency.api('POST /v1/trips', { body: '{' })],
    [403, reader.api('POST /v1/trips', { body: { title: 'x' } })],
    [404, agency.api('GET /v1/trips/01900000-0000-7000-8000-000000000000')],
    [409, agency.api(`POST /v1/trips/${trip.id}/restore`)],
    [413, agency.api('POST /v1/trips', { body: { title: 'x'.repeat(1_100_000) } })],
    [415, agency.api('POST /v1/trips', { body: 'x', headers: { 'Content-Type': 'text/plain' } })],
  ]
  const untold: number[] = []
  for (const [status, asked] of answers) {
    const answer = await asked
    expect(answer.status).toBe(status)
    const told = /^"key";r=\d+;t=\d+, "agency";r=\d+;t=\d+$/.test(answer.headers.get('ratelimit') ?? '')
    if (!told || answer.headers.get('ratelimit-policy') !== '"key";q=100;w=60, "agency";q=1000;w=60') untold.push(status)
  }
  expect(untold).toEqual([])
})

test('a stranger is told of no budgets', async () => {
  const answer = await world.stranger('GET /v1/me')
  expect([answer.status, answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')]).toEqual([401, null, null])
})

test('units go down by the cost, and a spent key is refused until its minute is over, whatever it asks', async () => {
  const agency = await world.newAgency({ perKey: 3 })
  const answers = [await me(agency), await agency.api('POST /v1/trips', { body: { title: 'One' } }), await me(agency)]
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 200])
  expect(answers.map((answer) => left(answer).key)).toEqual([2, 1, 0])
  for (const answer of answers) for (const time of seconds(answer)) expect(time).toBeGreaterThan(0)
  expectLimited(await me(agency), 'key')
  expectLimited(await agency.api('POST /v1/trips', { body: { title: 'Two' } }), 'key')
  expectLimited(await agency.api('POST /v1/trips', { body: { title: '' } }), 'key')
  const { rows } = await world.admin.query('select title from trips where agency_id = $1', [agency.id])
  expect(rows).toEqual([{ title: 'One' }])
})

test('exactly as many of a burst are granted as there are units', async () => {
  const agency = await world.newAgency({ perKey: 20 })
  const answers = await Promise.all(Array.from({ length: 60 }, () => me(agency)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectLimited(answer, 'key')
})

test('a dry run and a replay spend like the write itself', async () => {
  const agency = await world.newAgency({ perKey: 4 })
  const dry = await agency.api('POST /v1/trips?dryRun=true', { body: { title: 'Preview' } })
  const write = () => agency.api('POST /v1/trips', { body: { title: 'Once' }, headers: { 'Idempotency-Key': 'once' } })
  expect([left(dry).key, left(await write()).key, left(await write()).key]).toEqual([3, 2, 1])
})

test('two keys share what their agency has; another agency has its own', async () => {
  const agency = await world.newAgency({ perKey: 10, perAgency: 4 })
  const neighbour = await world.newAgency({ perKey: 10, perAgency: 4 })
  const second = await agency.newKey({ userId: await agency.newUser() })
  const granted = [await me(agency), await second.api('GET /v1/me'), await me(agency), await second.api('GET /v1/me')]
  expect(granted.map((answer) => [answer.status, left(answer)])).toEqual([
    [200, { key: 9, agency: 3 }],
    [200, { key: 9, agency: 2 }],
    [200, { key: 8, agency: 1 }],
    [200, { key: 8, agency: 0 }],
  ])
  expectLimited(await me(agency), 'agency')
  expectLimited(await second.api('GET /v1/me'), 'agency')
  expect(left(await me(neighbour))).toEqual({ key: 9, agency: 3 })
})

test('a refusal by the agency’s budget gives the key its units back, and says so', async () => {
  const agency = await world.newAgency({ perKey: 5, perAgency: 2 })
  await me(agency)
  await me(agency)
  for (let refused = 0; refused < 20; refused++) {
    const answer = await me(agency)
    expectLimited(answer, 'agency')
    expect(left(answer).key).toBe(3)
  }
  // the agency gets more; the key has spent two of its five and not one more
  await world.admin.query('update agencies set per_agency_per_minute = 100 where id = $1', [agency.id])
  await expect.poll(async () => (await agency.api('GET /v1/me')).status, { timeout: 5000, interval: 200 }).toBe(200)
  expect(left(await me(agency)).key).toBe(1)
})

test('a refusal by the key’s budget costs the agency nothing', async () => {
  const agency = await world.newAgency({ perKey: 1, perAgency: 3 })
  const second = await agency.newKey()
  await me(agency)
  for (let refused = 0; refused < 20; refused++) expectLimited(await me(agency), 'key')
  expect(left(await second.api('GET /v1/me'))).toEqual({ key: 0, agency: 1 })
})
