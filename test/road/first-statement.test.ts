import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { decideAtOnce, hasty } from './hasty-operation.ts'
import { written } from './written-rows.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, decideAtOnce])
})
beforeEach(async () => {
  world.faults.splice(0)
  Object.assign(hasty, { ends: 'well', calls: 0 })
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const decide = (key: string, title = 'Now') => agency.api('POST /v1/tests/decide', { body: { title }, headers: { 'Idempotency-Key': key } })
const NOTHING = { trips: 0, changes: 0, captures: 0, outbox: 0, records: 0 }
const heldConnections = () => world.app.writer.totalCount - world.app.writer.idleCount

const ENDINGS = ['well', 'in a refusal', 'in bad input', 'in an error', 'deaf to the database'] as const

test('a write without a statement is done and kept', async () => {
  const first = await decide('once')
  expect([first.status, first.body]).toEqual([200, { call: 1 }])
  expect(await written(world.admin, agency.id)).toEqual({ ...NOTHING, changes: 1, records: 1 })
})

test.each(ENDINGS)('a retry gets the first answer, though its handler ends %s before its first statement', async (ends) => {
  const first = await decide('once')
  hasty.ends = ends
  const retry = await decide('once')
  expect([retry.status, retry.body, retry.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true'])
  expect(retry.headers.get('service-change-id')).toBe(first.headers.get('service-change-id'))
  expectProblem(await decide('once', 'Something else'), 'idempotency_key_reused')
  expect(await written(world.admin, agency.id)).toEqual({ ...NOTHING, changes: 1, records: 1 })
  expect([world.faults, heldConnections()]).toEqual([[], 0])
})

test.each(ENDINGS)('while the first request is under way, a retry whose handler ends %s is told so', async (ends) => {
  await decide('once')
  hasty.ends = ends
  const { rows } = await world.admin.query('delete from idempotency_records where agency_id = $1 returning *', [agency.id])
  await world.admin.query('begin')
  await world.admin.query(`select pg_advisory_xact_lock(hashtextextended($1 || encode($2, 'hex'), 0))`, [
    rows[0].key_id,
    rows[0].idempotency_key,
  ])
  try {
    expectProblem(await decide('once'), 'request_in_progress')
  } finally {
    await world.admin.query('rollback')
  }
  expect(await written(world.admin, agency.id)).toEqual({ ...NOTHING, changes: 1 })
  expect([world.faults, heldConnections()]).toEqual([[], 0])
})

test('a refusal before the first statement is kept, bad input is not', async () => {
  hasty.ends = 'in bad input'
  expectProblem(await decide('once'), 'invalid_request')
  hasty.ends = 'in a refusal'
  const refused = await decide('once')
  expectProblem(refused, 'invalid_state')
  hasty.ends = 'well'
  const retry = await decide('once')
  expect([retry.status, retry.body, retry.headers.get('idempotent-replayed')]).toEqual([409, refused.body, 'true'])
  expect(await written(world.admin, agency.id)).toEqual({ ...NOTHING, records: 1 })
})

test('fifty identical requests at once are decided once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => decide('fifty')))
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ body }) => body.call)).size).toBe(1)
  expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 'request_in_progress')
  expect(await written(world.admin, agency.id)).toEqual({ ...NOTHING, changes: 1, records: 1 })
})
