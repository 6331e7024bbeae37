import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldRetries } from '../../src/housekeeping.ts'
import type { Answer, Api } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'
import { written } from './written-rows.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(async () => {
  agency = await world.newAgency()
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

const create = (api: Api, key: string, body: unknown = { title: 'Once' }) =>
  api('POST /v1/trips', { body, headers: { 'Idempotency-Key': key } })
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed')
const age = (interval: string) =>
  world.admin.query('update idempotency_records set created_at = created_at - $2::interval where agency_id = $1', [agency.id, interval])

test('the order of members in the body and of names in the query does not matter', async () => {
  const first = await create(agency.api, 'order', '{"title":"A","travelers":2,"metadata":{"x":"1","y":"2"}}')
  const retry = await create(agency.api, 'order', '{ "metadata": {"y":"2","x":"1"},\n "travelers": 2.0, "title": "\\u0041" }')
  expect([retry.status, retry.body, replayed(retry)]).toEqual([201, first.body, 'true'])
  const reordered = await create(agency.api, 'avoid', '{"title":"A","profile":{"avoid":["a","b"]}}')
  expect(reordered.status).toBe(201)
  // but the order of a list is part of what is asked
  expectProblem(await create(agency.api, 'avoid', '{"title":"A","profile":{"avoid":["b","a"]}}'), 'idempotency_key_reused')
})

test('the same Idempotency-Key of two keys never meets: of one person, of two, of two agencies', async () => {
  const stranger = await world.newAgency()
  const apis = [
    agency.api,
    (await agency.newKey()).api,
    (await agency.newKey({ userId: await agency.newUser() })).api,
    stranger.api,
    (await stranger.newKey()).api,
  ]
  const answers = await Promise.all(apis.map((api, index) => create(api, 'shared', { title: `Of key ${index}` })))
  expect(answers.map(({ status, body }) => [status, body.title])).toEqual(apis.map((_, index) => [201, `Of key ${index}`]))
  expect(answers.map(replayed)).toEqual(apis.map(() => null))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(apis.length)
  const retries = await Promise.all(apis.map((api, index) => create(api, 'shared', { title: `Of key ${index}` })))
  expect(retries.map(({ body }) => body.id)).toEqual(answers.map(({ body }) => body.id))
})

test('keys differ by every character: case, spaces within, marks', async () => {
  const keys = ['key', 'KEY', 'k ey', 'key.', "k'ey", 'ké'.normalize('NFC'), '0', '00', '__proto__']
  const answers = []
  for (const key of keys) answers.push(await create(agency.api, key))
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201))
  expect(answers.map(replayed)).toEqual(keys.map(() => null))
})

test('a dry run ignores the key: it neither uses it up nor is answered from it', async () => {
  const preview = (title: string) =>
    agency.api('POST /v1/trips', { body: { title }, query: { dryRun: 'true' }, headers: { 'Idempotency-Key': 'dry' } })
  expect((await preview('Once')).body.object).toBe('trip_create_preview')
  expect((await written(world.admin, agency.id)).records).toBe(0)
  const made = await create(agency.api, 'dry')
  expect([made.status, replayed(made)]).toEqual([201, null])
  const after = await preview('Something else')
  expect([after.status, after.body.title, replayed(after)]).toEqual([200, 'Something else', null])
  expect(await written(world.admin, agency.id)).toMatchObject({ trips: 1, records: 1 })
})

test('a read takes no notice of the key', async () => {
  const answers = [1, 2].map(() => agency.api('GET /v1/trips', { headers: { 'Idempotency-Key': 'read' } }))
  for (const answer of await Promise.all(answers)) expect([answer.status, replayed(answer)]).toEqual([200, null])
  expect((await written(world.admin, agency.id)).records).toBe(0)
})

test('a key has 1 to 255 characters', async () => {
  for (const key of ['', 'k'.repeat(256)]) {
    const refused = await create(agency.api, key)
    expectProblem(refused, 'invalid_request')
    expect(pathsOf(refused)).toEqual(['Idempotency-Key'])
  }
  expect(await written(world.admin, agency.id)).toMatchObject({ trips: 0, records: 0 })
  for (const key of ['k', 'k'.repeat(255)]) {
    expect(replayed(await create(agency.api, key))).toBeNull()
    expect(replayed(await create(agency.api, key))).toBe('true')
  }
})

test('after 24 hours a key is new again, and not a minute before', async () => {
  const first = await create(agency.api, 'old')
  await age('23 hours 59 minutes')
  expect(replayed(await create(agency.api, 'old'))).toBe('true')
  expectProblem(await create(agency.api, 'old', { title: 'Another' }), 'idempotency_key_reused')
  await age('1 minute')
  const again = await create(agency.api, 'old', { title: 'Another' })
  expect([again.status, again.body.title, replayed(again)]).toEqual([201, 'Another', null])
  expect(again.body.id).not.toBe(first.body.id)
  // it is this one's key now
  const retry = await create(agency.api, 'old', { title: 'Another' })
  expect([replayed(retry), retry.body]).toEqual(['true', again.body])
  expectProblem(await create(agency.api, 'old'), 'idempotency_key_reused')
  expect((await written(world.admin, agency.id)).records).toBe(1)
})

test('housekeeping forgets the answers of every agency that are older than a day, and no others', async () => {
  const other = await world.newAgency()
  await create(agency.api, 'old')
  await create(other.api, 'old')
  await world.admin.query(`update idempotency_records set created_at = created_at - interval '24 hours'`)
  await create(agency.api, 'young')
  await forgetOldRetries(world.app.reader, world.app.writer)
  expect([(await written(world.admin, agency.id)).records, (await written(world.admin, other.id)).records]).toEqual([1, 0])
  expect(replayed(await create(agency.api, 'young'))).toBe('true')
  expect(replayed(await create(agency.api, 'old'))).toBeNull()
})
