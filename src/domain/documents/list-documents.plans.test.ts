import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { openClient } from '../../db/client.ts'
import { readDb } from '../../db/tenant.ts'
import { pageOf } from '../../operations/page.ts'
import { type DocumentsSought, selectDocuments } from './document.queries.ts'

/** As many as make a way through all of them dear, on trips of two agencies. */
const DOCUMENTS = 20_000
const PER_TRIP = 20

let world: World
let agency: TestAgency
let tripId: string
let folderId: string
let reader: ReturnType<typeof openClient>
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  await world.admin.query('set session_replication_role = replica')
  const agencies = [agency.id, (await world.newAgency()).id]
  await world.admin.query(
    `insert into trips (agency_id, id, code, title, travelers, presentation, profile, metadata, public_token, created_at, updated_at)
    select a, md5(a::text || n)::uuid, 'T' || n, 'Kioto', 2, '{}', '{}', '{}', a::text || n, now(), now()
    from unnest($1::uuid[]) as a, generate_series(0, $2) as n`,
    [agencies, DOCUMENTS / PER_TRIP],
  )
  await world.admin.query(
    `insert into documents (agency_id, id, trip_id, folder_id, name, mime_type, byte_size, visibility, created_at, updated_at)
    select a, uuidv7(), md5(a::text || n / $3)::uuid, case when n % 3 = 0 then md5('folder' || a || n / $3)::uuid end,
      case when n % 5000 = 7 then 'Tombuctú ' else 'Billete ' end || md5(n::text) || '.pdf', 'application/pdf', 1, 'staff',
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from unnest($1::uuid[]) as a, generate_series(1, $2) as n`,
    [agencies, DOCUMENTS, PER_TRIP],
  )
  await world.admin.query('set session_replication_role = origin')
  await world.admin.query('vacuum analyze trips, documents')
  const { rows } = await world.admin.query(
    'select trip_id, folder_id from documents where agency_id = $1 and folder_id is not null limit 1',
    [agency.id],
  )
  tripId = rows[0].trip_id
  folderId = rows[0].folder_id
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
  Plans?: Node[]
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

/** The ways that the database takes for a page of documents, without those to trips and people. */
async function waysOf(query: DocumentsSought): Promise<string[]> {
  const ways: string[] = []
  const explains = {
    async query(asked: string | { text: string; values: unknown[] }, given: unknown[] = []) {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked
      const { rows } = await reader.query({ text: `explain (analyze, format json) ${text}`, values })
      const nodes = allOf(rows[0]['QUERY PLAN'][0].Plan)
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      ways.push(...nodes.flatMap((node) => node['Index Name'] ?? []).filter((name) => name.startsWith('documents')))
      return { rows: [] }
    },
  }
  const db = readDb(explains, agency.id)
  await pageOf({ operationId: 'documents.list', db, query: { limit: 25, ...query } }, selectDocuments(db, query), (row) => row)
  return ways
}

test.each<[string, () => DocumentsSought, string]>([
  ['all of them', () => ({}), 'documents_by_update'],
  ['a word that many names have', () => ({ q: 'billete' }), 'documents_by_update'],
  ['a word that few names have', () => ({ q: 'tombuctú' }), 'documents_by_name'],
  ['a word that no name has', () => ({ q: 'xylofon' }), 'documents_by_name'],
  ['those of a trip', () => ({ tripId }), 'documents_of_trip_by_update'],
  ['those in a folder', () => ({ folderId }), 'documents_by_folder'],
])('%s: the index for it is taken', async (_, query, index) => {
  expect(await waysOf(query())).toEqual([index])
})
