import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPool } from '../../src/db/client.ts'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'
import { newAgency, type TestAgency } from '../harness/world.ts'
import type { DeathWish } from './death-wish.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { settled, type Written, written } from './written-rows.ts'

let scratch: ScratchDatabase
let agency: TestAgency
let server: ServerProcess
const pools: ReturnType<typeof openPool>[] = []
beforeAll(async () => {
  scratch = await scratchDatabase()
  const writer = openPool(scratch.database.writer, 2)
  pools.push(writer)
  agency = await newAgency(writer, () => server.baseUrl)
  server = await startMortal()
})
afterEach(() => expect(server.complaints()).toBe(''))
afterAll(async () => {
  await server?.kill()
  for (const pool of pools) await pool.end()
  await scratch.drop()
})

const startMortal = () => startServer(scratch.environment, new URL('./death-wish.ts', import.meta.url))

const wishDeath = (wish: DeathWish) =>
  new Promise((resolve) => {
    server.child.once('message', resolve)
    server.child.send(wish)
  })

const TO_LIVE: DeathWish = { moment: 'before', statement: 0 }

/** Every point at which a write can die, until one is asked for that comes after its end. */
function* momentsOfDeath(moments: readonly ('before' | 'sent')[]): Generator<DeathWish> {
  for (let statement = 1; ; statement++) for (const moment of moments) yield { moment, statement }
}

interface Write {
  route: string
  body?: unknown
}

/** Sends a write, kills the server at that moment; what is there then, and what a new server answers to the retry. */
async function dieAndRetry(wish: DeathWish, { route, body }: Write, key: string) {
  const asked = { ...(body !== undefined && { body }), headers: { 'Idempotency-Key': key } }
  const before = await written(scratch.admin, agency.id)
  await wishDeath(wish)
  const answer = await agency.api(route, asked).catch(() => undefined)
  if (answer) {
    await wishDeath(TO_LIVE)
    return { survived: true as const, answer }
  }
  await server.gone
  await settled(scratch.admin)
  const left = difference(before, await written(scratch.admin, agency.id))
  const [kept] = (
    await scratch.admin.query(
      'select status, body, change_id from idempotency_records where agency_id = $1 order by created_at desc limit 1',
      [agency.id],
    )
  ).rows
  server = await startMortal()
  const retry = await agency.api(route, asked)
  const again = await agency.api(route, asked)
  return { survived: false as const, left, kept, retry, again, after: difference(before, await written(scratch.admin, agency.id)) }
}

const difference = (before: Written, after: Written): Written =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - before[name as keyof Written]])) as unknown as Written

const NOTHING: Written = { trips: 0, changes: 0, captures: 0, outbox: 0, records: 0 }

/** Kills the same write at every point of its way; each time all of it or nothing may be left. */
async function killEverywhere(
  moments: readonly ('before' | 'sent')[],
  whole: Written,
  status: number,
  prepare: (name: string) => Promise<Write>,
) {
  const found: string[] = []
  const die = async (wish: DeathWish) => {
    const name = `${wish.moment} ${wish.statement}`
    const key = `${name} of ${JSON.stringify(whole)}`
    const death = await dieAndRetry(wish, await prepare(name), key)
    if (death.survived) {
      expect([name, death.answer.status]).toEqual([name, status])
      return false
    }
    const committed = death.left.records === 1
    expect([name, death.left]).toEqual([name, committed ? whole : NOTHING])
    expect([name, death.after, death.retry.status]).toEqual([name, whole, status])
    // whatever was kept is the first answer, to the letter; what was not is done now, once
    expect([name, death.retry.headers.get('idempotent-replayed')]).toEqual([name, committed ? 'true' : null])
    if (committed) {
      expect(death.retry.body).toEqual(JSON.parse(death.kept.body))
      expect(death.retry.headers.get('service-change-id')).toBe(death.kept.change_id)
    }
    expect([death.again.status, death.again.body, death.again.headers.get('idempotent-replayed')]).toEqual([
      status,
      death.retry.body,
      'true',
    ])
    found.push(`${name}: ${committed ? 'all' : 'nothing'}`)
    return true
  }
  for (const wish of momentsOfDeath(moments)) if (!(await die(wish))) break
  await die({ moment: 'answering', statement: 0 })
  return found
}

test('a server killed anywhere in the creation of a trip leaves all of it or nothing, and the retry gives the first answer', async () => {
  const found = await killEverywhere(
    ['before', 'sent'],
    { ...NOTHING, trips: 1, changes: 1, captures: 1, outbox: 1, records: 1 },
    201,
    async (name) => ({
      route: 'POST /v1/trips',
      body: { title: `Killed ${name}`, metadata: { when: name } },
    }),
  )
  expect(found[0]).toBe('before 1: nothing')
  expect(found.at(-1)).toBe('answering 0: all')
})

const newTrip = async () => (await agency.api('POST /v1/trips', { body: { title: 'As it was' } })).body.id

test('the same when a trip is changed', async () => {
  const tripId = await newTrip()
  const found = await killEverywhere(['before'], { ...NOTHING, changes: 1, captures: 1, outbox: 1, records: 1 }, 200, async (name) => ({
    route: `PATCH /v1/trips/${tripId}`,
    body: { title: `Changed ${name}` },
  }))
  expect(found.at(-1)).toBe('answering 0: all')
})

test('the same when a change is undone', async () => {
  const tripId = await newTrip()
  const found = await killEverywhere(['before'], { ...NOTHING, captures: 1, outbox: 1, records: 1 }, 200, async (name) => {
    const changed = await agency.api(`PATCH /v1/trips/${tripId}`, { body: { title: `To be undone ${name}` } })
    return { route: `POST /v1/changes/${changed.headers.get('service-change-id')}/revert` }
  })
  expect(found.at(-1)).toBe('answering 0: all')
})

test('a server killed with twenty writes in flight leaves each of them whole or not at all, and retries complete them', async () => {
  const before = await written(scratch.admin, agency.id)
  const titles = Array.from({ length: 20 }, (_, index) => `In flight ${index}`)
  const send = (title: string) => agency.api('POST /v1/trips', { body: { title }, headers: { 'Idempotency-Key': title } })
  await wishDeath({ moment: 'sent', statement: 31 })
  const answers = await Promise.all(titles.map((title) => send(title).catch(() => undefined)))
  await server.gone
  await settled(scratch.admin)
  const done = difference(before, await written(scratch.admin, agency.id)).trips
  const acknowledged = answers.filter((answer) => answer !== undefined).length
  expect(done).toBeGreaterThanOrEqual(acknowledged)
  expect(done).toBeLessThan(20)
  expect(difference(before, await written(scratch.admin, agency.id))).toEqual({
    trips: done,
    changes: done,
    captures: done,
    outbox: done,
    records: done,
  })

  server = await startMortal()
  const retried = await Promise.all(titles.map(send))
  expect(retried.map(({ status }) => status)).toEqual(titles.map(() => 201))
  expect(retried.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(done)
  for (const [index, answer] of answers.entries()) if (answer) expect(retried[index]?.body).toEqual(answer.body)
  expect(difference(before, await written(scratch.admin, agency.id))).toEqual({
    trips: 20,
    changes: 20,
    captures: 20,
    outbox: 20,
    records: 20,
  })
})
