import { spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAt } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'

const AGENCIES = 4
const TRIPS = 200
const EDITS = 5000
const KILLS = 10
const AT_A_TIME = 10

let world: World
let receiver: Receiver
beforeAll(async () => {
  world = await newWorld()
  receiver = await startReceiver()
})
afterAll(async () => {
  await world.stop()
  await receiver.stop()
})

/** The server under fire: whatever happens to it, it is started again. */
async function startServer() {
  const file = fileURLToPath(new URL('./impatient-server.ts', import.meta.url))
  const settings = { PORT: '0', DATA_DIR: tmpdir(), TRAVESIA_DEMO: 'off', LOG_LEVEL: 'error', WEBHOOK_ALLOW_INSECURE: '1' }
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...settings, ...world.scratch.environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      const found = /listens on (\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`It ended with ${code} before it listened`)))
  })
  return {
    address,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

interface Listened {
  agency: TestAgency
  path: string
  secret: string
}

async function listened(place: number): Promise<Listened> {
  const agency = await world.newAgency()
  const path = `/hook/${place}`
  const { body } = await agency.api('POST /v1/webhook-endpoints', { body: { url: `${receiver.url}/${place}`, eventTypes: ['trip.*'] } })
  return { agency, path, secret: body.secret }
}

test(`${EDITS} edits over ${TRIPS} trips, ${KILLS} kills, and a receiver that fails a third of its answers: nothing is lost`, async () => {
  const listeners = await Promise.all(Array.from({ length: AGENCIES }, (_, place) => listened(place)))
  const accepted: Received[] = []
  receiver.answer((response, received) => {
    if (Math.random() < 1 / 3) return response.writeHead(500).end()
    accepted.push(received)
    return response.end()
  })

  let server = await startServer()
  /** Until it is done, whichever process does it: a retry gets the first answer. */
  async function certainly(secret: string, route: string, body: object): Promise<void> {
    const headers = { 'Idempotency-Key': randomUUIDv7() }
    for (;;) {
      const answer = await apiAt(() => server.address, secret)(route, { body, headers }).catch(() => undefined)
      if (answer?.status === 200) return
      if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${route} was refused: ${JSON.stringify(answer.body)}`)
      await sleep(50)
    }
  }

  const trips: { id: string; agency: TestAgency }[] = []
  for (let made = 0; made < TRIPS; made++) {
    const { agency } = listeners[made % AGENCIES] as Listened
    trips.push({ id: (await agency.newTrip()).id, agency })
  }

  const STATES = ['aceptada', 'reservada', 'cancelada', 'nueva']
  let done = 0
  let changesOfState = 0
  const editors = Array.from({ length: AT_A_TIME }, async (_, editor) => {
    // each editor has trips of its own, so that every change of state is one
    const own = trips.filter((_, place) => place % AT_A_TIME === editor)
    for (let turn = 0; turn < EDITS / AT_A_TIME; turn++) {
      const { id, agency } = own[turn % own.length] as (typeof own)[number]
      const round = Math.floor(turn / own.length)
      if (round % 2 === 0) {
        await certainly(agency.key.secret, `POST /v1/trips/${id}/commercial-state`, { state: STATES[(round / 2) % STATES.length] })
        changesOfState++
      } else {
        await certainly(agency.key.secret, `PATCH /v1/trips/${id}`, { title: `Edit ${turn}` })
      }
      done++
    }
  })
  let resumedAfter = 0
  const killer = (async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      while (done < (EDITS * kill) / (KILLS + 1)) await sleep(20)
      await server.kill()
      const came = receiver.received.length
      const killedAt = Date.now()
      server = await startServer()
      if (kill < KILLS) continue
      while (new Set(receiver.received.slice(came).map(({ path }) => path)).size < AGENCIES) await sleep(50)
      resumedAfter = Date.now() - killedAt
    }
  })()
  await Promise.all([...editors, killer])

  const unfinished = `select from outbox union all select from event_groups union all select from webhook_queue`
  while ((await world.admin.query(unfinished)).rowCount) await sleep(200)
  await server.kill()
  console.log(
    `${receiver.received.length} deliveries, ${accepted.length} accepted; every endpoint heard again ${resumedAfter} ms after the last kill`,
  )

  // every change of state is one event, and arrived
  const { rows: events } = await world.admin.query<{ id: string; type: string }>(
    `select 'evt_' || replace(id::text, '-', '') as id, type from events`,
  )
  const told = events.filter(({ type }) => type === 'trip.commercial_state_changed')
  expect(told).toHaveLength(changesOfState)
  const arrived = new Set(accepted.map(({ headers }) => headers['webhook-id']))
  expect(events.filter(({ id }) => !arrived.has(id))).toEqual([])
  // and nothing arrived that no commit told of
  const known = new Set(events.map(({ id }) => id))
  expect(receiver.received.filter(({ body }) => !known.has(body.id))).toEqual([])

  // what was heard last of a trip is how it is
  for (const { id, agency } of trips) {
    const last = receiver.received.findLast(({ body }) => body.subject.id === id)
    const { body: now } = await agency.api(`GET /v1/trips/${id}`)
    expect(last?.body.data.updatedAt).toBe(now.updatedAt)
  }
  const secrets = new Map(listeners.map(({ path, secret }) => [path, new Webhook(secret)]))
  for (const { raw, headers, path, at } of receiver.received) {
    // the judge refuses what is older than 5 minutes, which the longest run is
    if (Date.now() - at < 240_000) secrets.get(path)?.verify(raw, headers as Record<string, string>)
  }
}, 600_000)
