import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { openClient } from '../../db/client.ts'
import { readDb } from '../../db/tenant.ts'
import { pageOf } from '../../operations/page.ts'
import { selectArchivedTrips, selectTrips, type TripFilters } from './trip.queries.ts'

let world: World
let agency: TestAgency
let reader: ReturnType<typeof openClient>
/** As many as make a way through all of them dear, in an agency that is not the only one. */
const TRIPS = 20_000
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const agencies = [agency.id, (await world.newAgency()).id]
  await world.admin.query('set session_replication_role = replica')
  await world.admin.query(
    `insert into trips (agency_id, id, code, title, travelers, presentation, profile, metadata, public_token, archived_at, created_at, updated_at)
    select a, uuidv7(), 'T' || n, case when n % 5000 = 7 then 'Ruta por Tombuctú ' else 'Escapada a Kioto ' end || md5(n::text), 2, '{}', '{}',
      jsonb_build_object('crm', n::text, 'origen', case when n % 3 = 0 then 'web' else 'tienda' end), a::text || n,
      case when n % 10 = 0 then now() end, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from unnest($1::uuid[]) as a, generate_series(1, $2) as n`,
    [agencies, TRIPS],
  )
  await world.admin.query('set session_replication_role = origin')
  await world.admin.query('vacuum analyze trips')
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
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** What the database does for a page: the ways it takes, and how many rows of the table it touches at most. */
async function planOf(page: (db: ReturnType<typeof readDb>) => Promise<unknown>) {
  const plans: Node[] = []
  const explains = {
    async query(asked: string | { text: string; values: unknown[] }, given: unknown[] = []) {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked
      const { rows } = await reader.query({ text: `explain (analyze, format json) ${text}`, values })
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
      return { rows: [] }
    },
  }
  await page(readDb(explains, agency.id))
  const nodes = plans.flatMap(allOf)
  return { ways: nodes.flatMap((node) => node['Index Name'] ?? []), kinds: nodes.map((node) => node['Node Type']), nodes }
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

const planOfList = (query: TripFilters) =>
  planOf((db) => pageOf({ operationId: 'trips.list', db, query: { limit: 25, ...query } }, selectTrips(db, query), (row) => row))

test.each<[string, TripFilters, string]>([
  ['a word that few titles have', { q: 'tombuctú' }, 'trips_by_title'],
  ['a word that no title has', { q: 'xylofon' }, 'trips_by_title'],
  ['a piece of metadata that one trip has', { metadata: { crm: '77' } }, 'trips_by_metadata'],
  ['a piece that no trip has', { metadata: { crm: 'none' } }, 'trips_by_metadata'],
])('%s is found by its index', async (_, query, index) => {
  expect((await planOfList(query)).ways).toEqual([index])
})

test.each<[string, TripFilters, string]>([
  ['a word', { q: 'kioto' }, 'trips_live_by_update'],
  ['a letter', { q: 'a' }, 'trips_live_by_update'],
  ['a piece of metadata', { metadata: { origen: 'web' } }, 'trips_live_by_update'],
])('%s that many trips have is looked for along the list, and nothing is sorted', async (_, query, index) => {
  const { ways, kinds } = await planOfList(query)
  expect(ways[0]).toBe(index)
  expect(kinds.filter((kind) => /Sort|Bitmap|Seq/.test(kind))).toEqual([])
})

test.each<[string, TripFilters]>([
  ['two letters that no title has', { q: 'xq' }],
  ['two signs', { q: '%%' }],
])('%s: titles are read in the index, and no row is touched', async (_, query) => {
  const { ways, kinds, nodes } = await planOfList(query)
  expect(ways).toEqual(['trips_live_by_update', 'trips_pkey'])
  expect(kinds).toContain('Index Only Scan')
  expect(nodes.find((node) => node['Index Name'] === 'trips_pkey')).toMatchObject({ 'Actual Loops': 0 })
})

test('a word that few archived titles have is found by the same index', async () => {
  const q = 'xylofon'
  const order = { column: 'archived_at', direction: 'desc' } as const
  const { ways } = await planOf((db) =>
    pageOf({ operationId: 'trips.listArchived', db, query: { limit: 25, ...{ q } } }, selectArchivedTrips(db, q), (row) => row, order),
  )
  expect(ways).toEqual(['trips_by_title'])
})

test('a narrowed list is planned for what is asked, however often it was asked before', async () => {
  const db = readDb(reader, agency.id)
  const list = (query: TripFilters) =>
    pageOf({ operationId: 'trips.list', db, query: { limit: 1, ...query } }, selectTrips(db, query), (row) => row)
  for (let time = 0; time < 7; time++) await list({ q: 'kioto' })
  for (let time = 0; time < 2; time++) await list({})
  const { rows } = await reader.query(`select statement ~ 'ilike' as narrowed from pg_prepared_statements where statement ~ 'order by'`)
  expect(rows).toEqual([{ narrowed: false }])
})
