import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '../../src/db/client.ts'
import { lease, release } from '../../src/domain/webhooks/index.ts'
import { freeJobsOfTheSilent } from '../../src/worker/presence.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
let worker: pg.Pool
let endpointId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  worker = openPool(world.scratch.database.worker, 1)
})
afterAll(async () => {
  await worker.end()
  await world.stop()
})
beforeEach(async () => {
  await world.admin.query('delete from worker_processes; delete from graphile_worker._private_jobs')
  const { api } = await agency.newKey()
  endpointId = (await api('POST /v1/webhook-endpoints', { body: { url: 'https://crm.example.com/x', eventTypes: ['trip.*'] } })).body.id
})

const lane = () => ({ agencyId: agency.id, endpointId })
const queue = () => agency.api(`POST /v1/webhook-endpoints/${endpointId}/test`)
/** A process that was last heard of so long ago. */
const seen = (id: string, secondsAgo: number) =>
  world.admin.query(`insert into worker_processes values ($1, now() - make_interval(secs => $2))`, [id, secondsAgo])
const jobs = async () => (await world.admin.query('select key, locked_by from graphile_worker._private_jobs order by id')).rows
/** The job as a process has it that took it so long ago. */
const lock = (id: string, secondsAgo: number) =>
  world.admin.query(`update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2)`, [
    id,
    secondsAgo,
  ])

test('the jobs of a process that was silent for 20 seconds are free again', async () => {
  await queue()
  await lock('dead', 21)
  await seen('dead', 21)
  await freeJobsOfTheSilent(worker)
  expect(await jobs()).toEqual([{ key: endpointId, locked_by: null }])
  expect((await world.admin.query('select from worker_processes')).rowCount).toBe(0)
})

test('a job that was queued anew while a process ran it, which then died, is run again', async () => {
  await queue()
  await lock('dead', 21)
  await seen('dead', 21)
  await queue()
  expect(await jobs()).toEqual([
    { key: null, locked_by: 'dead' },
    { key: endpointId, locked_by: null },
  ])
  // the other was run, and left the endpoint to who had it
  await world.admin.query('delete from graphile_worker._private_jobs where key is not null')
  await freeJobsOfTheSilent(worker)
  expect((await world.admin.query('select is_available from graphile_worker._private_jobs')).rows).toEqual([{ is_available: true }])
})

test('a process that nobody ever heard of holds no job for longer', async () => {
  await queue()
  await lock('unheard', 21)
  await freeJobsOfTheSilent(worker)
  expect(await jobs()).toEqual([{ key: endpointId, locked_by: null }])
})

test('what a living process holds stays with it, however long it takes', async () => {
  await queue()
  await lock('alive', 600)
  await seen('alive', 4)
  await freeJobsOfTheSilent(worker)
  expect(await jobs()).toEqual([{ key: endpointId, locked_by: 'alive' }])
})

test('a job that was taken just now is not freed, even before its process has told of itself', async () => {
  await queue()
  await lock('new', 1)
  await freeJobsOfTheSilent(worker)
  expect(await jobs()).toEqual([{ key: endpointId, locked_by: 'new' }])
})

test('one process at a time delivers to an endpoint; what a dead one held can be taken', async () => {
  await seen('one', 1)
  expect(await lease(world.app.writer, lane(), 'one')).toBe(true)
  expect(await lease(world.app.writer, lane(), 'other')).toBe(false)
  await world.admin.query(`update worker_processes set seen_at = now() - interval '21 seconds'`)
  expect(await lease(world.app.writer, lane(), 'other')).toBe(true)
})

test('while one delivers, nothing that is queued makes another job; giving it back makes one for what is left', async () => {
  await seen('one', 1)
  await lease(world.app.writer, lane(), 'one')
  await queue()
  expect(await jobs()).toEqual([])
  await release(world.app.writer, lane(), 'one')
  expect(await jobs()).toEqual([{ key: endpointId, locked_by: null }])
})

test('giving back an endpoint with nothing left makes no job', async () => {
  await seen('one', 1)
  await lease(world.app.writer, lane(), 'one')
  await release(world.app.writer, lane(), 'one')
  expect(await jobs()).toEqual([])
})

test('who lost an endpoint to another does not give it back', async () => {
  await seen('other', 1)
  await lease(world.app.writer, lane(), 'other')
  await release(world.app.writer, lane(), 'one')
  expect(await lease(world.app.writer, lane(), 'third')).toBe(false)
})

test('an endpoint has one job, however much waits for it, and the job is due with the first of it', async () => {
  for (let events = 0; events < 5; events++) await queue()
  expect(await jobs()).toHaveLength(1)
  await world.admin.query(`update webhook_queue set due_at = now() + interval '1 hour' where endpoint_id = $1`, [endpointId])
  await queue()
  const { rows } = await world.admin.query('select run_at <= now() as due from graphile_worker._private_jobs')
  expect(rows).toEqual([{ due: true }])
})

test('a dry run queues no job', async () => {
  await agency.api(`POST /v1/webhook-endpoints/${endpointId}/test`, { query: { dryRun: 'true' } })
  expect(await jobs()).toEqual([])
})
