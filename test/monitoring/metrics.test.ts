import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type ServerProcess, startServer } from '../road/server-process.ts'

const TOKEN = 'a token of sixteen characters'

let world: World
let agency: TestAgency
let guarded: ServerProcess
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  guarded = await startServer({ ...world.scratch.environment, METRICS_TOKEN: TOKEN })
})
afterAll(async () => {
  await guarded?.kill()
  await world.stop()
})

const metrics = (baseUrl: string, authorization?: string, query = '') =>
  fetch(`${baseUrl}/metrics${query}`, { headers: authorization === undefined ? {} : { Authorization: authorization } })

test('metrics tell of the operations that ran, and of no agency', async () => {
  await agency.api('GET /v1/me')
  const answer = await metrics(world.app.baseUrl())
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toMatch(/^travesia_operations_total\{operation="me\.get",surface="rest",status="200"\} [1-9]/m)
  expect(text).toContain('travesia_pool_connections{pool="writer",state="waiting"} 0')
  expect(text).not.toContain(agency.id)
})

test('the right token opens the metrics', async () => {
  const answer = await metrics(guarded.baseUrl, `Bearer ${TOKEN}`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('travesia_process_cpu_seconds_total')
})

test.each([
  ['none', undefined, ''],
  ['an empty one', 'Bearer ', ''],
  ['another one', `Bearer ${TOKEN.slice(0, -1)}!`, ''],
  ['its beginning', `Bearer ${TOKEN.slice(0, -1)}`, ''],
  ['more than it', `Bearer ${TOKEN}x`, ''],
  ['another scheme', `Basic ${TOKEN}`, ''],
  ['no scheme', TOKEN, ''],
  ['the token in the address', undefined, `?token=${encodeURIComponent(TOKEN)}`],
])('where a token is set, %s tells nothing', async (_what, authorization, query) => {
  const answer = await metrics(guarded.baseUrl, authorization, query)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect(await answer.text()).not.toContain('travesia_')
})

test('an API key is no token for the metrics, and the token no API key', async () => {
  expect((await metrics(guarded.baseUrl, `Bearer ${agency.key.secret}`)).status).toBe(401)
  expect((await guarded.api(TOKEN)('GET /v1/me')).status).toBe(401)
})

test('whether the process lives and can serve is told without a token', async () => {
  expect((await fetch(`${guarded.baseUrl}/healthz`)).status).toBe(200)
  expect((await fetch(`${guarded.baseUrl}/readyz`)).status).toBe(200)
})
