import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClient } from '../../src/db/client.ts'
import type { Runs } from '../../src/db/query.ts'
import { readDb } from '../../src/db/tenant.ts'
import { type EntityFilters, selectEntities } from '../../src/domain/catalog/entity.queries.ts'
import { readNear } from '../../src/domain/catalog/near.rules.ts'
import { findPlacesBelow, findWithAncestors } from '../../src/domain/catalog/tree.queries.ts'
import { searchedPageOf } from '../../src/operations/searched-page.ts'
import { askedBy } from '../contract/statements.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { LARGE, makeLargeTree } from './large-tree.ts'

let world: World
let agency: TestAgency
let reader: ReturnType<typeof openClient>
let writer: ReturnType<typeof openClient>
let ids: Record<string, string[]>
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const one = (level: string): string => ids[level]?.[0] as string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  ids = await makeLargeTree(world.admin, agency.id)
  reader = openClient(world.scratch.database.reader)
  writer = openClient(world.scratch.database.writer)
  await Promise.all([reader.connect(), writer.connect()])
  await writer.query(`select set_config('travesia.agency_id', $1, false)`, [agency.id])
}, 120_000)
afterAll(async () => {
  await Promise.all([reader.end(), writer.end()])
  await world.stop()
})

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}
const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

/** The ways that a statement takes, and how many rows it reads on them. */
async function planOf(client: typeof reader, ask: (runs: Runs) => Promise<unknown>) {
  const nodes: Node[] = []
  await ask({
    async query(asked: string | { text: string; values: unknown[] }, given: unknown[] = []) {
      const { text, values } = typeof asked === 'string' ? { text: asked, values: given } : asked
      const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values })
      nodes.push(...allOf(rows[0]['QUERY PLAN'][0].Plan))
      return { rows: [] }
    },
  })
  const scans = nodes.filter((node) => node['Node Type'].endsWith('Scan') && node['Index Name'])
  return {
    ways: [...new Set(scans.map((node) => node['Index Name']))],
    kinds: nodes.map((node) => node['Node Type']),
    read: scans.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0),
  }
}

const planOfList = ({ near, ...query }: EntityFilters & { near?: string; q?: string }) =>
  planOf(reader, (runs) => {
    const db = readDb(runs, agency.id)
    const entities = selectEntities(db, query, near === undefined ? undefined : readNear(near))
    return searchedPageOf({ operationId: 'catalogEntities.list', db, query: { limit: 25, ...query } }, entities, (row) => row)
  })

test.each<[string, () => EntityFilters & { near?: string; q?: string }, string, number]>([
  ['what is near a spot', () => ({ near: '35,135,5' }), 'catalog_entities_near', 50],
  ['a tag', () => ({ tag: 't7' }), 'catalog_entities_by_word', 300],
  ['a feature', () => ({ feature: 'f7' }), 'catalog_entities_by_word', 300],
  ['an outside id', () => ({ externalId: 'x:zona7' }), 'catalog_entities_by_external_id', 5],
  ['a city', () => ({ cityKey: 'ciudad-7' }), 'catalog_entities_by_city', 30],
  ['a kind that few have', () => ({ kind: 'destino' }), 'catalog_entities_by_kind', 30],
  ['what hangs from a zone', () => ({ parentId: one('zona') }), 'catalog_entities_by_parent', 10],
  ['a word that one entry has', () => ({ q: md5('zona 7') }), 'catalog_words_by_text', 100],
  ['everything, page by page', () => ({}), 'catalog_entities_by_update', 30],
])(`among ${LARGE.entries} entries %s is found by its index, and little else is read`, async (_, query, index, atMost) => {
  const { ways, kinds, read } = await planOfList(query())
  expect(ways).toContain(index)
  expect(kinds).not.toContain('Seq Scan')
  expect(read).toBeLessThan(atMost)
})

test.each([
  ['zona', 200],
  ['ciudad', 2500],
])('what is below a %s is found by the indexes of parents, reading little more than its subtree', async (level, atMost) => {
  const { ways, kinds, read } = await planOfList({ under: one(level) })
  expect(ways.toSorted()).toEqual(['catalog_entities_by_parent', 'catalog_places_by_parent'])
  expect(kinds).not.toContain('Seq Scan')
  expect(read).toBeLessThan(atMost)
})

test('the way down a country passes its places and no products, as the writer plans it', async () => {
  const { ways, kinds, read } = await planOf(writer, (runs) => findPlacesBelow(readDb(runs, agency.id), one('pais')))
  expect(ways).toEqual(['catalog_places_by_parent'])
  expect(kinds).not.toContain('Seq Scan')
  // rows are told as an average of the levels
  expect(Math.round(read / 10)).toBe(Math.round((LARGE.entries - (ids.producto as string[]).length) / 10))
})

test('the way up from the deepest product reads what it lies in, by the key', async () => {
  const { ways, read } = await planOf(writer, (runs) => findWithAncestors(readDb(runs, agency.id), one('producto')))
  expect([ways, Math.round(read)]).toEqual([['catalog_entities_pkey'], 6])
})

test.each(['producto', 'zona', 'region'])(
  'deleting a %s asks as often as deleting any other: no statement for each entry',
  async (level) => {
    const { name } = (await agency.api(`GET /v1/catalog/entities/${one(level)}`)).body
    const remove = () => agency.api(`DELETE /v1/catalog/entities/${one(level)}`, { query: { confirm: name } })
    const { texts } = await askedBy(world, async () => expect((await remove()).status).toBe(200))
    // the entry; then the places below, the products, the places; then the end
    expect(texts).toHaveLength(level === 'producto' ? 3 : 5)
  },
)
