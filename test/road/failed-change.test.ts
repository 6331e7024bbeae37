import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { renamePrepared, renameThenEnd } from './failing-operation.ts'
import { written } from './written-rows.ts'

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, renameThenEnd, renamePrepared])
})
beforeEach(async () => {
  world.faults.splice(0)
  agency = await world.newAgency()
  tripId = (await agency.api('POST /v1/trips', { body: { title: 'As it was' } })).body.id
})
afterAll(() => world.stop())

const rename = (ends: string, { key, query = {} }: { key?: string; query?: Record<string, string> } = {}): Promise<Answer> =>
  agency.api(`POST /v1/tests/${tripId}/rename`, {
    ...{ body: { title: 'Renamed', ends }, query },
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })
const title = async () => (await agency.api(`GET /v1/trips/${tripId}`)).body.title
const failedChanges = async () => (await agency.api('GET /v1/changes', { query: { status: 'failed' } })).body.data
const openTransactions = async () =>
  (
    await world.admin.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and state <> 'active'`,
    )
  ).rows[0].open

/** Nothing of the write is there, and nothing is held on to. */
async function expectNothingWritten(before: object, changes: number) {
  expect(await title()).toBe('As it was')
  expect(await openTransactions()).toBe(0)
  expect(await written(world.admin, agency.id)).toEqual({ ...before, changes })
  expect((await agency.api('POST /v1/trips', { body: { title: 'Life goes on' } })).status).toBe(201)
}

test('the test operation itself works, and is undone like any other', async () => {
  const renamed = await rename('well')
  expect([renamed.status, renamed.body, await title()]).toEqual([200, { title: 'Renamed' }, 'Renamed'])
  await agency.api(`POST /v1/changes/${renamed.headers.get('service-change-id')}/revert`)
  expect([await title(), world.faults]).toEqual(['As it was', []])
})

test.each(['in an error', 'in a thrown text', 'in a broken rule', 'in an undeclared refusal', 'in a rule broken at commit'])(
  'a write that ends %s is an internal error that gives nothing away, writes nothing, and leaves a failed change',
  async (ends) => {
    const before = await written(world.admin, agency.id)
    const answer = await rename(ends, { key: 'failing' })
    expectProblem(answer, 'internal_error')
    expect(answer.headers.get('service-change-id')).toBeNull()
    const told = JSON.stringify([answer.body, [...answer.headers]])
    for (const secret of ['hunter2', 'trips', 'headcount', 'constraint', 'node_modules', '.ts', 'at ']) expect(told).not.toContain(secret)
    expect(world.faults).toHaveLength(1)

    const [failed, ...more] = await failedChanges()
    expect(more).toEqual([])
    expect(failed).toMatchObject({
      operationId: 'tests.rename',
      status: 'failed',
      tripIds: [tripId],
      credentialId: agency.key.id,
      surface: 'rest',
      revertedAt: null,
    })
    expect(failed.error).toContain(answer.body.requestId)
    expect(failed.error).not.toMatch(/hunter2|trips_|constraint|headcount/)
    const revert = await agency.api(`POST /v1/changes/${failed.id}/revert`)
    expectProblem(revert, 'not_revertible')
    await expectNothingWritten(before, 2)
  },
)

test('an internal error is not kept for retries: the same key tries again', async () => {
  await rename('in an error', { key: 'again' })
  await rename('in an error', { key: 'again' })
  expect(await failedChanges()).toHaveLength(2)
  expect(await written(world.admin, agency.id)).toMatchObject({ records: 0 })
})

test('a refusal after a write leaves neither the write nor a change', async () => {
  const before = await written(world.admin, agency.id)
  expectProblem(await rename('in a refusal'), 'invalid_state')
  await expectNothingWritten(before, 1)
})

test('nor does a refusal that is kept for retries', async () => {
  const before = await written(world.admin, agency.id)
  const first = await rename('in a refusal', { key: 'kept' })
  expectProblem(first, 'invalid_state')
  expect((await rename('in a refusal', { key: 'kept' })).body).toEqual(first.body)
  await expectNothingWritten({ ...before, records: 1 }, 1)
  expect(world.faults).toEqual([])
})

test.each(['well', 'in a refusal', 'in an error', 'in a rule broken at commit'])('a dry run that ends %s leaves nothing', async (ends) => {
  const before = await written(world.admin, agency.id)
  const answer = await rename(ends, { query: { dryRun: 'true' }, key: 'dry' })
  if (ends === 'well') expect([answer.status, answer.body.result]).toEqual([200, { title: 'Renamed' }])
  else expectProblem(answer, ends === 'in a refusal' ? 'invalid_state' : 'internal_error')
  expect(await failedChanges()).toEqual([])
  await expectNothingWritten(before, 1)
})

test('a connection lost in the middle is unavailable, not a failure, and the retry does it', async () => {
  const before = await written(world.admin, agency.id)
  const answer = await rename('in a lost connection', { key: 'lost' })
  expectProblem(answer, 'unavailable')
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect([await failedChanges(), world.faults]).toEqual([[], []])
  await expectNothingWritten(before, 1)
})

test('what was prepared reaches the write, which it could not do itself', async () => {
  const prepared = (body: unknown, query: Record<string, string> = {}) =>
    agency.api(`POST /v1/tests/${tripId}/rename-prepared`, { body, query })
  const before = await written(world.admin, agency.id)
  expectProblem(await prepared({ title: 'Sneaked in', writes: true }), 'internal_error')
  expectProblem(await prepared({ title: '' }), 'invalid_state')
  expect(await title()).toBe('As it was')
  // the write had not begun, so it is not a failed one
  expect(await failedChanges()).toEqual([])
  expect(await written(world.admin, agency.id)).toEqual(before)

  const dry = await prepared({ title: 'dry' }, { dryRun: 'true' })
  expect(dry.body.result).toEqual({ title: 'As it was, then dry' })
  expect((await prepared({ title: 'this' })).body).toEqual({ title: 'As it was, then this' })
  expect(await title()).toBe('As it was, then this')
})
