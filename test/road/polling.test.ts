import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Api } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const WRITERS = 16
const WRITES_EACH = 15

let world: World
let servers: ServerProcess[]
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  servers = await Promise.all([startServer(world.scratch.environment), startServer(world.scratch.environment)])
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.kill()))
  await world.stop()
})
afterEach(() => expect(servers.map((server) => server.complaints())).toEqual(['', '']))

interface Seen {
  id: string
  updatedAt: string
}

/** Follows a list as its documentation says: from the last `updatedAt` on, page by page. */
function poller(api: Api, list: string) {
  const seen = new Map<string, string>()
  let updatedSince = '2020-01-01T00:00:00.000Z'
  return {
    seen,
    async poll() {
      let cursor: string | null = null
      let newest = updatedSince
      do {
        const { status, body } = await api(`GET ${list}`, {
          query: { sort: 'updatedAt', limit: '7', updatedSince, ...(cursor && { cursor }) },
        })
        expect(status).toBe(200)
        for (const { id, updatedAt } of body.data as Seen[]) {
          seen.set(id, updatedAt)
          if (updatedAt > newest) newest = updatedAt
        }
        cursor = body.nextCursor
      } while (cursor !== null)
      updatedSince = newest
    },
  }
}

/** Looks at the tables themselves: what appears between two looks was committed in between. */
function watcher() {
  const known = new Map<string, string>()
  const mistakes: string[] = []
  let newest = ''
  let looks = 0
  return {
    mistakes,
    looks: () => looks,
    async look() {
      const { rows } = await world.admin.query(
        `select id, at, at > clock_timestamp() as ahead from (
           select id, updated_at as at from trips where agency_id = $1 union all select id, updated_at from changes where agency_id = $1
         ) as row order by at`,
        [agency.id],
      )
      const fresh = rows.filter(({ id, at }) => known.get(id) !== at)
      for (const { id, at, ahead } of fresh) {
        if (at <= newest) mistakes.push(`${id} appeared at ${at}, after ${newest} had been seen`)
        if (ahead) mistakes.push(`${id} was seen before its time, ${at}`)
        known.set(id, at)
      }
      newest = rows.at(-1)?.at ?? newest
      looks++
    },
  }
}
async function untilDone(work: Promise<unknown>, step: () => Promise<void>): Promise<void> {
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) await step()
  await done
}

/** Creates, changes, archives, restores and undoes, at random, over whichever process comes next. */
async function write(writer: number, counts: Map<number, number>): Promise<void> {
  const own: string[] = []
  const changes: string[] = []
  for (let index = 0; index < WRITES_EACH; index++) {
    const api = (servers[(writer + index) % 2] as ServerProcess).api(agency.key.secret)
    const tripId = own[index % Math.max(1, own.length)]
    const [route, body] = choose(index, tripId, changes.at(-1))
    const answer = await api(route, body ? { body } : {})
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    if (route === 'POST /v1/trips') own.push(answer.body.id)
    const change = answer.headers.get('service-change-id')
    if (route.endsWith('/revert')) changes.pop()
    else if (change) changes.push(change)
  }
}

function choose(index: number, tripId: string | undefined, change: string | undefined): [string, unknown?] {
  const step = index % 7
  if (tripId === undefined || step === 0) return ['POST /v1/trips', { title: `Trip ${index}` }]
  if (step === 3) return [`DELETE /v1/trips/${tripId}`]
  if (step === 4) return [`POST /v1/trips/${tripId}/restore`]
  if (step === 6 && change) return [`POST /v1/changes/${change}/revert`]
  return [`PATCH /v1/trips/${tripId}`, { title: `Changed ${index}`, travelers: (index % 40) + 1 }]
}

test('a poller misses nothing while sixteen write at once through two processes', async () => {
  const polled = (servers[1] as ServerProcess).api(agency.key.secret)
  const [trips, changes, watch] = [poller(polled, '/v1/trips'), poller(polled, '/v1/changes'), watcher()]
  const counts = new Map<number, number>()
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, counts)))
  await Promise.all([
    untilDone(writers, () => trips.poll()),
    untilDone(writers, () => changes.poll()),
    untilDone(writers, () => watch.look()),
  ])
  // one round more: what was written while the last one ran
  await Promise.all([trips.poll(), changes.poll(), watch.look()])

  const final = async (table: string, where = '') =>
    new Map<string, string>(
      (
        await world.admin.query(
          `select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from ${table} where agency_id = $1 ${where}`,
          [agency.id],
        )
      ).rows.map(({ id, at }) => [id, at]),
    )
  const live = await final('trips', 'and archived_at is null')
  expect(live.size).toBeGreaterThan(WRITERS)
  for (const [id, at] of live) expect([id, trips.seen.get(id)]).toEqual([id, at])
  expect(changes.seen).toEqual(await final('changes'))
  expect(watch.mistakes).toEqual([])
  // and it was a test: most writes were done, all kinds, and the looks were many
  expect([...counts.keys()].filter((status) => status >= 500)).toEqual([])
  expect((counts.get(200) ?? 0) + (counts.get(201) ?? 0)).toBeGreaterThan((WRITERS * WRITES_EACH) / 2)
  expect(watch.looks()).toBeGreaterThan(10)
})

test('the log of an agency runs forward: no two writes share an instant, none is older than the one before', async () => {
  const { rows } = await world.admin.query(
    `select write_id, at, lag(at) over (order by first) as before from (
       select write_id, at, min(seq) as first from captures where agency_id = $1 group by write_id, at
     ) as writes order by first`,
    [agency.id],
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(({ at, before }) => before !== null && at <= before)).toEqual([])
  const outbox = await world.admin.query('select at from outbox where agency_id = $1 order by seq', [agency.id])
  const times = outbox.rows.map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
})
