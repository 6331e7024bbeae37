import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Api } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { written } from './written-rows.ts'

let world: World
let servers: ServerProcess[]
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  servers = await Promise.all([startServer(world.scratch.environment), startServer(world.scratch.environment)])
})
beforeEach(async () => {
  agency = await world.newAgency()
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()))
  await world.stop()
})
afterEach(() => {
  expect(world.faults.splice(0)).toEqual([])
  expect(servers.map((server) => server.complaints())).toEqual(['', ''])
})

const ONE = { trips: 1, changes: 1, captures: 1, outbox: 1, records: 1 }
const withKey = (key: string, headers: Record<string, string> = {}) => ({ headers: { 'Idempotency-Key': key, ...headers } })
const create = (api: Api, key: string, body: unknown = { title: 'Once' }) => api('POST /v1/trips', { body, ...withKey(key) })
const changeId = ({ headers }: Answer) => headers.get('service-change-id')
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed')

/** However many asked: one did it, the others got its answer or were told that it is under way. */
function expectOneWrite(answers: Answer[]): void {
  const done = answers.filter(({ status }) => status === 201)
  const first = done.filter((answer) => replayed(answer) === null)
  expect(first).toHaveLength(1)
  for (const answer of done) {
    expect(answer.body).toEqual(first[0]?.body)
    expect(changeId(answer)).toBe(changeId(first[0] as Answer))
  }
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectProblem(answer, 'request_in_progress')
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  }
}

test('fifty identical requests at once make one trip', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(agency.api, 'fifty')))
  expectOneWrite(answers)
  expect(await written(world.admin, agency.id)).toEqual(ONE)
})

test('the same through two server processes at once', async () => {
  const apis = servers.map((server) => server.api(agency.key.secret))
  for (let round = 0; round < 5; round++) {
    const other = await world.newAgency()
    const calls = servers.flatMap((server) => Array.from({ length: 25 }, () => create(server.api(other.key.secret), 'fifty')))
    expectOneWrite((await Promise.all(calls)).map(withoutAddress))
    expect(await written(world.admin, other.id)).toEqual(ONE)
  }
  // and what one process did, the other replays
  const [first, second] = [await create(apis[0] as Api, 'handed over'), await create(apis[1] as Api, 'handed over')]
  expect([second.status, replayed(second), changeId(second)]).toEqual([201, 'true', changeId(first)])
  expect(second.body).toEqual(first.body)
})

/** Links carry the address of the process that answered first. */
const withoutAddress = (answer: Answer): Answer => ({
  ...answer,
  body: JSON.parse(JSON.stringify(answer.body).replaceAll(/http:\/\/127.0.0.1:\d+/g, '')),
})

test('a replay is the first answer: status, body, change, and says that it is one', async () => {
  const first = await create(agency.api, 'replay')
  const retry = await create(agency.api, 'replay')
  expect([first.status, replayed(first)]).toEqual([201, null])
  expect([retry.status, retry.body, changeId(retry), replayed(retry)]).toEqual([201, first.body, changeId(first), 'true'])
  expect(changeId(first)).toMatch(/^[0-9a-f-]{36}$/)
  expect(retry.headers.get('content-type')).toBe(first.headers.get('content-type'))
  // even when the trip has moved on meanwhile
  await agency.api(`PATCH /v1/trips/${first.body.id}`, { body: { title: 'Moved on' } })
  expect((await create(agency.api, 'replay')).body).toEqual(first.body)
  expect((await agency.api(`GET /v1/trips/${first.body.id}`)).body.title).toBe('Moved on')
})

test('a write without a change is replayed without one', async () => {
  const { body: trip } = await create(agency.api, 'trip')
  const set = () => agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state: 'aceptada' }, ...withKey('state') })
  const [first, retry] = [await set(), await set()]
  expect([retry.status, retry.body, replayed(retry), changeId(retry)]).toEqual([200, first.body, 'true', null])
})

test('a final refusal is replayed like any answer, even when it would be granted by now', async () => {
  const { body: trip } = await create(agency.api, 'trip')
  const colleague = await agency.newKey({ userId: await agency.newUser({ tripDeletion: 'none' }) })
  const stale = new Date(0).toISOString()
  const refusals = [
    { api: agency.api, route: `POST /v1/trips/${trip.id}/restore`, code: 'not_archived' },
    { api: agency.api, route: `PATCH /v1/trips/${trip.id}`, body: { title: 'x', expectedUpdatedAt: stale }, code: 'stale_write' },
    { api: colleague.api, route: `DELETE /v1/trips/${trip.id}`, code: 'forbidden' },
    { api: agency.api, route: 'DELETE /v1/trips/01900000-0000-7000-8000-000000000000', code: 'not_found' },
  ] as const
  for (const [index, { api, route, code, ...rest }] of refusals.entries()) {
    const ask = () => api(route, { ...rest, ...withKey(`refused ${index}`) })
    const first = await ask()
    expectProblem(first, code)
    expect([replayed(first), changeId(first)]).toEqual([null, null])
    if (code === 'forbidden') await world.admin.query(`update users set trip_deletion = 'agency' where id = $1`, [colleague.userId])
    const retry = await ask()
    // the body is the first one's, with the number of the request that was refused
    expect([retry.status, retry.body, replayed(retry)]).toEqual([first.status, first.body, 'true'])
    expect(retry.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  }
  // archived by now, so it would be granted
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`POST /v1/trips/${trip.id}/restore`, withKey('refused 0'))).status).toBe(409)
  expect((await agency.api(`POST /v1/trips/${trip.id}/restore`, withKey('another'))).status).toBe(200)
})

test('a refusal that is not about the resource is not kept: the key is free for the mended request', async () => {
  const invalid = await create(agency.api, 'mended', { title: '' })
  expectProblem(invalid, 'invalid_request')
  const semantic = await create(agency.api, 'mended', { title: 'x', startDate: '2027-03-02', endDate: '2027-03-01' })
  expectProblem(semantic, 'invalid_request')
  expectProblem(await create(world.stranger, 'mended'), 'unauthorized')
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  expectProblem(await create(reader.api, 'mended'), 'insufficient_scope')
  expect(await written(world.admin, agency.id)).toEqual({ trips: 0, changes: 0, captures: 0, outbox: 0, records: 0 })
  const mended = await create(agency.api, 'mended')
  expect([mended.status, replayed(mended)]).toEqual([201, null])
})

test('a request refused for its rate is not kept either', async () => {
  const poor = await world.newAgency({ perKey: 1 })
  await create(poor.api, 'first')
  expectProblem(await create(poor.api, 'second'), 'rate_limited')
  expect(await written(world.admin, poor.id)).toEqual(ONE)
})

test('another request under the same key is refused, whatever differs', async () => {
  const { body: trip } = await create(agency.api, 'used', { title: 'One', metadata: { a: '1' } })
  const before = await written(world.admin, agency.id)
  const others = [
    create(agency.api, 'used', { title: 'Two', metadata: { a: '1' } }),
    create(agency.api, 'used', { title: 'One' }),
    create(agency.api, 'used', { title: 'One', metadata: { a: '1' }, travelers: 1 }),
    agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'One', metadata: { a: '1' } }, ...withKey('used') }),
    agency.api(`DELETE /v1/trips/${trip.id}`, withKey('used')),
    agency.api(`DELETE /v1/trips/${trip.id}?expectedUpdatedAt=${trip.updatedAt}`, withKey('used')),
  ]
  for (const answer of await Promise.all(others)) if (answer.status !== 409) expectProblem(answer, 'idempotency_key_reused')
  expect(await written(world.admin, agency.id)).toEqual(before)
  // nor has the refusal taken the key away from the first request
  expect(replayed(await create(agency.api, 'used', { title: 'One', metadata: { a: '1' } }))).toBe('true')
})
