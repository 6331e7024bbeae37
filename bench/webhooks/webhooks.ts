import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '../../src/db/client.ts'
import { AT_A_TIME } from '../../src/webhooks/deliver.ts'
import { type Child, startChild } from '../child.ts'
import { getRequests } from '../scenarios/requests.ts'
import type { BenchCaller } from '../seed.ts'
import type { Stage } from '../stage.ts'

const WARM_ROUNDS = 2
const ROUNDS = 5
const DELIVERIES = 3000
const CREATES = 100
const STEADY_PER_SECOND = 100
const LOOK_MS = 4000

export interface WebhookFigures {
  /** Deliveries a second, ours and those of a bare loop, round by round. */
  rounds: { ours: number; bare: number }[]
  /** Milliseconds from a create's answer, which follows its commit, to its receipt. */
  receipt: { p50: number; p99: number }
  /** p50 of a read in milliseconds: nothing delivered, a steady stream, as much as goes; and how much that is. */
  read: { idle: number; steady: number; full: number; deliveredBesideFull: number }
  /** Deliveries a second to a receiver that answers, alone and beside ones that hang. */
  good: { alone: number; besideHanging: number }
}

/** Deliveries to receivers on this machine. */
export async function benchWebhooks(stage: Stage): Promise<WebhookFigures> {
  const receiver = startChild(['bench/webhooks/receiver.ts'])
  const bare = startChild(['bench/webhooks/bare-post.ts'])
  const owner = openClient(stage.database.owner)
  await owner.connect()
  try {
    const { port } = await receiver.ask<{ port: number }>('port' as never)
    const url = `http://127.0.0.1:${port}/`
    const [caller, other] = stage.callers as [BenchCaller, BenchCaller]
    const api = apiOf(stage, caller)
    const endpointId = await newEndpoint(api, url, ['trip.archived'])
    const deliver = async (deliveries: number) => {
      await receiver.ask('forget' as never)
      await queue(owner, caller, endpointId, deliveries)
      return arrivals(receiver, deliveries)
    }
    const trip = await api('GET', `/v1/trips/${caller.tripIds[0]}`)
    const body = JSON.stringify({
      id: `evt_${'0'.repeat(32)}`,
      type: 'trip.updated',
      timestamp: trip.updatedAt,
      subject: {},
      changed: [],
      data: trip,
    })
    const one = async () => {
      const { perSecond } = await bare.ask<{ perSecond: number }>({ url, body, posts: DELIVERIES, atATime: AT_A_TIME })
      return { ours: await deliver(DELIVERIES), bare: perSecond }
    }
    // both are slower at first
    for (let warm = 0; warm < WARM_ROUNDS; warm++) await one()
    const rounds: WebhookFigures['rounds'] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await one())

    const receipt = await timesToReceipt(receiver, apiOf(stage, other), url)
    const read = await readsUnderDeliveries(stage, receiver, (deliveries) => queue(owner, caller, endpointId, deliveries))
    await arrivals(receiver, 0)

    const alone = await deliver(DELIVERIES)
    for (let hanging = 0; hanging < 3; hanging++) {
      const dead = await newEndpoint(api, `${url}hang`, ['trip.archived'])
      await queue(owner, caller, dead, 100)
    }
    return { rounds, receipt, read, good: { alone, besideHanging: await deliver(DELIVERIES) } }
  } finally {
    await owner.end()
    await Promise.all([receiver.stop(), bare.stop()])
  }
}

type Api = (method: string, path: string, body?: object) => Promise<Record<string, string>>

const apiOf =
  ({ port }: Stage, { secret }: BenchCaller): Api =>
  async (method, path, body) => {
    const headers = { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }

const newEndpoint = async (api: Api, url: string, eventTypes: string[]): Promise<string> =>
  String((await api('POST', '/v1/webhook-endpoints', { url, eventTypes })).id)

/** So many deliveries, over all trips of the agency, due now. */
async function queue(owner: ReturnType<typeof openClient>, { agencyId, tripIds }: BenchCaller, endpointId: string, deliveries: number) {
  await owner.query('begin')
  await owner.query(
    `with made as (
       insert into webhook_deliveries (agency_id, id, endpoint_id, event_id, event_type, event_timestamp, subject, subject_id, changed,
         status, next_attempt_at, created_at, updated_at)
       select $1, uuidv7(), $2, uuidv7(), 'trip.updated', now(), 'trip', ($3::uuid[])[n % cardinality($3::uuid[]) + 1], '{}',
         'pending', now(), now(), now() from generate_series(1, $4::int) as n
       returning *
     )
     insert into webhook_queue (agency_id, endpoint_id, delivery_id, delivery_created_at, event_id, event_type, event_timestamp, subject,
       subject_id, changed, due_at)
     select agency_id, endpoint_id, id, created_at, event_id, event_type, event_timestamp, subject, subject_id, changed, now() from made`,
    [agencyId, endpointId, tripIds, deliveries],
  )
  await owner.query('select wake_endpoint($1, $2)', [agencyId, endpointId])
  await owner.query('commit')
}

const timesAt = async (receiver: Child) => (await receiver.ask<{ times: number[] }>('times' as never)).times

/** Waits for so many, or for the last where none are asked for; answers how many came a second. */
async function arrivals(receiver: Child, expected: number): Promise<number> {
  let times = await timesAt(receiver)
  for (let before = -1; expected > 0 ? times.length < expected : times.length > before; ) {
    before = times.length
    await sleep(expected > 0 ? 50 : 1000)
    times = await timesAt(receiver)
  }
  return times.length / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000)
}

async function timesToReceipt(receiver: Child, api: Api, url: string): Promise<WebhookFigures['receipt']> {
  await newEndpoint(api, url, ['trip.created'])
  const waits: number[] = []
  for (let trip = 0; trip < CREATES; trip++) {
    await receiver.ask('forget' as never)
    await api('POST', '/v1/trips', { title: 'Timed' })
    const answeredAt = performance.timeOrigin + performance.now()
    let [receivedAt] = await timesAt(receiver)
    while (receivedAt === undefined) {
      await sleep(1)
      ;[receivedAt] = await timesAt(receiver)
    }
    waits.push(Math.max(0, receivedAt - answeredAt))
    await sleep(20)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(CREATES / 2)] as number, p99: sorted[Math.floor(CREATES * 0.99)] as number }
}

async function readsUnderDeliveries(
  stage: Stage,
  receiver: Child,
  enqueue: (deliveries: number) => Promise<unknown>,
): Promise<WebhookFigures['read']> {
  stage.load.know('reads beside deliveries', getRequests(stage.callers))
  const p50 = async () => (await stage.load.run(stage.port, 'reads beside deliveries', 1, LOOK_MS)).p50
  await p50()
  const idle = await p50()
  let isOver = false
  const stream = (async () => {
    while (!isOver) {
      await enqueue(STEADY_PER_SECOND / 10)
      await sleep(100)
    }
  })()
  const steady = await p50()
  isOver = true
  await stream
  await enqueue(30_000)
  await receiver.ask('forget' as never)
  const full = await p50()
  const delivered = await timesAt(receiver)
  return { idle, steady, full, deliveredBesideFull: delivered.length / (LOOK_MS / 1000) }
}

export function tellWebhooks({ rounds, receipt, read, good }: WebhookFigures): string {
  const ratios = rounds.map(({ ours, bare }) => ours / bare).sort((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)] as number
  const [first] = rounds
  return [
    `webhooks: ${first?.ours.toFixed(0)} deliveries/s, ${median.toFixed(2)} of a bare loop (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}; wanted 0.5)`,
    `answer to receipt of trip.created: p50 ${receipt.p50.toFixed(1)} ms, p99 ${receipt.p99.toFixed(1)} ms (wanted 50)`,
    `a read: p50 ${read.idle.toFixed(2)} ms idle; under ${STEADY_PER_SECOND} deliveries/s ${(read.steady / read.idle).toFixed(2)} of that (wanted 1.3), under as many as go (${read.deliveredBesideFull.toFixed(0)}/s) ${(read.full / read.idle).toFixed(2)}`,
    `a receiver that answers, beside three that hang: ${(good.besideHanging / good.alone).toFixed(2)} of what it gets alone`,
  ].join('\n')
}
