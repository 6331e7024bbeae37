import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Runs } from '../../src/db/query.ts'
import { TAKE_DUE } from '../../src/domain/webhooks/queue.queries.ts'
import { agenciesWithNews } from '../../src/outbox/relay.queries.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

const ENDPOINTS = 1000
const WAITING = 100_000

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  await world.admin.query(
    `with made as (
       insert into webhook_endpoints (agency_id, id, key_id, url, description, event_types, secret, secret_preview, created_at, updated_at)
       select $1, uuidv7(), $2, 'https://crm.example.com', '', '{*}', '', '', now(), now() from generate_series(1, $3::int)
       returning id
     )
     insert into webhook_endpoint_states (agency_id, endpoint_id) select $1, id from made`,
    [agency.id, agency.key.id, ENDPOINTS],
  )
  await world.admin.query(
    `with made as (
       insert into webhook_deliveries (agency_id, id, endpoint_id, event_id, event_type, event_timestamp, subject, subject_id, changed,
         status, next_attempt_at, created_at, updated_at)
       select $1, uuidv7(), endpoint_id, uuidv7(), 'trip.updated', now(), 'trip', uuidv7(), '{}', 'pending', now(), now(), now()
       from webhook_endpoint_states cross join generate_series(1, $2::int)
       returning id, endpoint_id, created_at
     )
     insert into webhook_queue (agency_id, endpoint_id, delivery_id, delivery_created_at, event_id, event_type, event_timestamp, subject,
       subject_id, changed, due_at)
     select $1, endpoint_id, id, created_at, uuidv7(), 'trip.updated', created_at, 'trip', uuidv7(), '{}',
       created_at - random() * interval '1 day' from made`,
    [agency.id, WAITING / ENDPOINTS],
  )
  await world.admin.query('analyze webhook_queue, webhook_deliveries')
}, 120_000)
afterAll(() => world.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

async function nodesOf(text: string, values: unknown[]): Promise<Plan[]> {
  const { rows } = await world.app.reader.query(`explain (analyze, format json) ${text}`, values)
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)]
  return all(rows[0]['QUERY PLAN'][0].Plan)
}

test(`with ${ENDPOINTS} endpoints and ${WAITING} waiting deliveries, the next ones are taken by their index alone`, async () => {
  const { rows } = await world.admin.query('select endpoint_id from webhook_endpoint_states limit 1')
  const nodes = await nodesOf(TAKE_DUE, [agency.id, rows[0].endpoint_id, new Date().toISOString(), '-infinity', randomUUIDv7(), 10])
  expect(nodes.map((node) => [node['Node Type'], node['Index Name'], node['Actual Rows']])).toEqual([
    ['Limit', undefined, 10],
    ['Index Scan', 'webhook_queue_due', 10],
  ])
})

test('the agencies with news are found without reading what waits', async () => {
  await world.admin.query(
    `insert into outbox (agency_id, at, write_id, type, subject, subject_id, changed)
     select $1, now(), uuidv7(), 'trip.updated', 'trip', uuidv7(), '{}' from generate_series(1, 20000)`,
    [agency.id],
  )
  await world.admin.query('analyze outbox')
  const asked: [string, unknown[]][] = []
  const listening = {
    query(text: string, values: unknown[]) {
      asked.push([text, values])
      return world.app.reader.query(text, values)
    },
  }
  expect(await agenciesWithNews(listening as unknown as Runs, new Date())).toEqual([agency.id])
  const nodes = await nodesOf(...(asked[0] as [string, unknown[]]))
  const ofOutbox = nodes.filter((node) => node['Relation Name'] === 'outbox')
  expect(ofOutbox.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)).toBeLessThan(5)
})
