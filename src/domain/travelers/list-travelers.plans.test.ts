import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { openClient } from '../../db/client.ts'
import { readDb } from '../../db/tenant.ts'
import { pageOf } from '../../operations/page.ts'
import { selectTravelers, type TravelerFilters } from './traveler.queries.ts'

let world: World
let agency: TestAgency
let reader: ReturnType<typeof openClient>
let tripId: string
/** As many as make a way through all of them dear, in an agency that is not the only one. */
const TRIPS = 2000
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const agencies = [agency.id, (await world.newAgency()).id]
  await world.admin.query('set session_replication_role = replica')
  await world.admin.query(
    `insert into trips (agency_id, id, code, title, travelers, presentation, profile, public_token, created_at, updated_at)
    select a, uuidv7(), 'T' || n, 'Escapada', 40, '{}', '{}', a::text || n, now(), now() from unnest($1::uuid[]) as a, generate_series(1, $2) as n`,
    [agencies, TRIPS],
  )
  await world.admin.query(
    `insert into travelers (agency_id, id, trip_id, rank, first_name, last_name1, source, created_at, updated_at)
    select agency_id, uuidv7(), id, 'a' || n, case when n = 7 and right(code, 3) = '500' then 'Wenceslao' else 'María' end, 'García ' || n, 'api',
      now() - random() * interval '1 year', now() - random() * interval '1 year'
    from trips, generate_series(0, 9) as n`,
  )
  await world.admin.query('set session_replication_role = origin')
  await world.admin.query('vacuum analyze travelers, trips')
  tripId = (await world.admin.query('select id from trips where agency_id = $1 limit 1', [agency.id])).rows[0].id
  reader = openClient(world.scratch.database.reader)
  await reader.connect()
})
afterAll(async () => {
  await reader.end()
  await world.stop()
})

interface Node {
  'Node Type': string
  'Index Name'?: string
  Plans?: Node[]
}
const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

async function planOf(filters: TravelerFilters): Promise<Node[]> {
  const plans: Node[] = []
  const explains = {
    async query(asked: string | { text: string; values: unknown[] }, given: unknown[] = []) {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked
      plans.push((await reader.query({ text: `explain (format json) ${text}`, values })).rows[0]['QUERY PLAN'][0].Plan)
      return { rows: [] }
    },
  }
  const db = readDb(explains, agency.id)
  await pageOf({ operationId: 'travelers.list', db, query: { limit: 25, ...filters } }, selectTravelers(db, filters), (row) => row)
  return plans.flatMap(allOf)
}

test.each<[string, () => TravelerFilters, string]>([
  ['a name that few have', () => ({ q: 'wenceslao' }), 'travelers_by_words'],
  ['a name that nobody has', () => ({ q: 'xylofon' }), 'travelers_by_words'],
  ['a name that all have', () => ({ q: 'maria' }), 'travelers_by_update'],
  ['the travelers of one trip', () => ({ tripId }), 'travelers_of_trip'],
  ['everybody', () => ({}), 'travelers_by_update'],
])('%s: found by an index of their own, and no table is read whole', async (_what, filters, index) => {
  const nodes = await planOf(filters())
  expect(nodes.map((node) => node['Index Name'])).toContain(index)
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
})
