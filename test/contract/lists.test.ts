import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Call, send } from './call.ts'
import { filtersOf } from './filters.ts'
import { LISTED, listedRows, listsAmong, piecesOf, validCall } from './fixtures.ts'
import { askedBy } from './statements.ts'

const LISTS = listsAmong(OPERATIONS)

let world: World
beforeAll(async () => {
  world = await newWorld()
  // whatever order an index has, the planner takes from it: a sort is then one that no index spares
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await world.admin.query(`set enable_${way} = off`)
})
afterAll(() => world.stop())

test('there is nothing in LISTED but lists', () => {
  const ids: string[] = LISTS.map(({ id }) => id)
  expect(Object.keys(LISTED).filter((id) => !ids.includes(id))).toEqual([])
})

type Row = Record<string, string> & { id: string }
type Query = Record<string, unknown>

/** A list in an agency where three rows were made for it. */
interface Filled {
  agency: TestAgency
  call: Call
  ids: string[]
  ask(query: Query): Promise<Answer>
}

async function fill(operation: Operation, agency: TestAgency): Promise<Filled> {
  const call = await validCall(operation, agency)
  const ids = await listedRows(operation, agency, call.params)
  return { agency, call, ids, ask: (query) => send(agency.api, operation, { ...call, query: { ...call.query, ...query } }) }
}

async function ok(answer: Promise<Answer>): Promise<{ data: Row[]; nextCursor: string | null }> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Follows nextCursor to the end. */
async function pages({ ask }: Filled, query: Query): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: { data: Row[]; nextCursor: string | null } = await ok(ask({ ...query, ...(cursor && { cursor }) }))
    if (cursor !== null) expect(page.data, 'a next page was promised').not.toEqual([])
    expect(page.data.length).toBeLessThanOrEqual(Number(query.limit ?? 25))
    rows.push(...page.data)
    expect(rows.length, 'the pages go round in a circle').toBeLessThan(1000)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

async function cursorOf({ ask }: Filled, query: Query = {}): Promise<string> {
  const { nextCursor } = await ok(ask({ ...query, limit: 1 }))
  expect(nextCursor, 'a page of one row out of three has a next one').not.toBeNull()
  return String(nextCursor)
}

async function expectRefused(answer: Promise<Answer>, path: string, what: string): Promise<void> {
  const { status, body } = await answer
  expect([what, status, body.code, body.errors?.map((error: { path: string }) => error.path)]).toEqual([
    ...[what, 400, 'invalid_request'],
    [path],
  ])
}

const hasMember = ({ query }: Operation, name: string) => name in query.properties
const sortSchema = ({ query }: Operation) => query.properties.sort as (TSchema & { enum: string[]; default?: string }) | undefined
const sortsOf = (operation: Operation): string[] => sortSchema(operation)?.enum ?? []
/** Every order that a list has: of its `sort`, or the one that is its own. */
const ordersOf = (operation: Operation): { sort?: string }[] => {
  const sorts = sortsOf(operation)
  return sorts.length > 0 ? sorts.map((sort) => ({ sort })) : [{}]
}

/** The statement that reads a page, and the columns that it is ordered by. */
async function statementOf({ ask }: Filled, query: Query) {
  const { texts } = await askedBy(world, () => ok(ask(query)))
  const text = texts.find((asked) => /\border by\b/.test(asked))
  if (text === undefined) throw new Error(`No statement with an order was heard, only ${JSON.stringify(texts)}`)
  const [, table = ''] = /\bfrom "?(\w+)"?/.exec(text) ?? []
  const [, column = '', direction = 'asc'] = /\border by (?:"?\w+"?\.)?"?(\w+)"?(?: (asc|desc))?/.exec(text) ?? []
  return { text, table, column, direction }
}

/** Columns that rows show as something else. */
const SHOWN_AS: Record<string, string> = { rank: 'position' }

const fieldOf = (column: string) => SHOWN_AS[column] ?? column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** What the rows of a list are ordered by: as its `sort` says, or as the statement does where the list has one order of its own. */
async function orderOf({ sort }: { sort?: string }, filled: Filled): Promise<{ field: string; direction: string }> {
  if (sort !== undefined) return { field: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }
  const { column, direction } = await statementOf(filled, {})
  return { field: fieldOf(column), direction }
}

/** One agency where every list is filled, so that a cursor of one differs from another's by nothing but its list. */
const shared = new Map<string, Promise<Filled>>()
let sharedAgency: Promise<TestAgency> | undefined
function filledOnce(operation: Operation): Promise<Filled> {
  sharedAgency ??= world.newAgency()
  const filled = shared.get(operation.id) ?? sharedAgency.then((agency) => fill(operation, agency))
  shared.set(operation.id, filled)
  return filled
}

/** Gives the rows these times, past every rule of the trade. */
const setTimes = (table: string, column: string, ids: string[], times: string[]) =>
  world.admin.query(
    `update ${table} set ${column} = given.at from unnest($1::uuid[], $2::timestamptz[]) as given (id, at) where ${table}.id = given.id`,
    [ids.map(uuidOf), times],
  )

/** `evt_` and a UUID without dashes, or the UUID itself. */
const uuidOf = (id: string) => id.replace(/^\w+_/, '')

const inOrder = (rows: Row[], field: string, direction: string): Row[] => {
  const text = (row: Row) => `${row[field]} ${row.id}`
  const ascending = rows.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
  return direction === 'asc' ? ascending : ascending.reverse()
}

describe.each(LISTS)('$id', (operation) => {
  let list: Filled
  beforeAll(async () => {
    list = await fill(operation, await world.newAgency())
  })

  test('takes limit and cursor', () => {
    const missing = ['limit', 'cursor'].filter((name) => !hasMember(operation, name))
    expect(missing, 'spread PageQuery or FollowQuery into its query').toEqual([])
  })

  test('shows page by page what the whole shows, in the same order, nothing missed or doubled', async () => {
    for (const order of ordersOf(operation)) {
      const whole = await pages(list, { ...order, limit: 100 })
      const ids = whole.map(({ id }) => id)
      expect(ids, 'what LISTED of test/contract/fixtures.ts made').toEqual(expect.arrayContaining(list.ids))
      expect(new Set(ids).size).toBe(ids.length)
      for (const limit of [1, 2]) expect([order, await pages(list, { ...order, limit })]).toEqual([order, whole])
    }
  })

  test('shows 25 rows unless a limit from 1 to 100 is asked for', async () => {
    const many = await fill(operation, await world.newAgency())
    while (many.ids.length <= 25) many.ids.push(...(await listedRows(operation, many.agency, many.call.params)))
    const page = async (query: Query) => {
      const { data, nextCursor } = await ok(many.ask(query))
      return [data.length, nextCursor !== null]
    }
    expect(await page({})).toEqual([25, true])
    expect(await page({ limit: 1 })).toEqual([1, true])
    expect((await page({ limit: 100 }))[0]).toBeGreaterThanOrEqual(many.ids.length)
    for (const limit of [0, -1, 101, 1.5, 'ten', '']) await expectRefused(list.ask({ limit }), 'limit', `a limit of "${limit}"`)
  })

  test('puts its rows in the order that its sort says', async () => {
    const filled = await fill(operation, await world.newAgency())
    const { table } = await statementOf(filled, {})
    // neither as they were made, nor the same by both times
    const days = { created_at: ['03', '01', '02'], updated_at: ['02', '03', '01'] }
    for (const [column, ofColumn] of Object.entries(days)) {
      const times = ofColumn.map((day) => `2026-01-${day}T00:00:00Z`)
      if (sortsOf(operation).includes(fieldOf(column))) await setTimes(table, column, filled.ids, times)
    }
    for (const order of ordersOf(operation)) {
      const { field, direction } = await orderOf(order, filled)
      const shown = await pages(filled, { ...order, limit: 100 })
      expect(Object.keys(shown[0] ?? {}), 'what a list is sorted by stands in its rows').toContain(field)
      expect([order, shown]).toEqual([order, inOrder(shown, field, direction)])
    }
  })

  test('lets the id decide between equal times', async () => {
    const rows = await fill(operation, await world.newAgency())
    const instant = rows.ids.map(() => '2026-02-02T00:00:00Z')
    for (const order of ordersOf(operation)) {
      const { text, table, column } = await statementOf(rows, order)
      const { field, direction } = await orderOf(order, rows)
      expect(text).toMatch(new RegExp(`order by .+, (\\S+\\.)?"?id"? ${direction}`))
      await setTimes(table, column, rows.ids, instant)
      for (const limit of [1, 100]) {
        const shown = (await pages(rows, { ...order, limit })).filter(({ id }) => rows.ids.includes(id))
        expect([order, limit, shown]).toEqual([order, limit, inOrder(shown, field, direction)])
        expect(shown).toHaveLength(rows.ids.length)
      }
    }
  })

  test('refuses a cursor of another list, and what is no cursor', async () => {
    const here = await filledOnce(operation)
    for (const other of LISTS.filter(({ id }) => id !== operation.id && id in LISTED)) {
      const cursor = await cursorOf(await filledOnce(other))
      await expectRefused(here.ask({ cursor }), 'cursor', `a cursor of ${other.id}`)
    }
    for (const cursor of ['x', 'A'.repeat(501)]) await expectRefused(here.ask({ cursor }), 'cursor', cursor)
  })

  test('refuses a cursor of another agency', async () => {
    const other = await fill(operation, await world.newAgency())
    await expectRefused(other.ask({ cursor: await cursorOf(list) }), 'cursor', 'a cursor of another agency')
  })

  test('refuses a cursor under a filter that it was not made for', async () => {
    const cursor = await cursorOf(list)
    for (const [name, value] of Object.entries(await filtersOf(operation, list.agency)))
      await expectRefused(list.ask({ [name]: value, cursor }), 'cursor', `a cursor under ${name}`)
  })

  test.each(ordersOf(operation))('takes its order from an index: %j', async (order) => {
    const cursor = await cursorOf(list, order)
    const since = hasMember(operation, 'updatedSince') ? [{ ...order, updatedSince: '2020-01-01T00:00:00Z' }] : []
    for (const query of [order, { ...order, cursor }, ...since]) {
      const { text, table, column } = await statementOf(list, query)
      const nodes = await planOf(text)
      const wanted = `its rows are sorted: give ${table} an index on (agency_id, what the list always asks for, ${column}, id)`
      expect(
        nodes.filter((node) => /Sort|Seq Scan/.test(node)),
        wanted,
      ).toEqual([])
      expect(nodes).toContainEqual(expect.stringMatching(/^Index (Only )?Scan/))
    }
  })

  if (piecesOf(operation).length > 0)
    test('refuses a cursor of the same list under another path', async () => {
      const other = await fill(operation, list.agency)
      await expectRefused(list.ask({ cursor: await cursorOf(other) }), 'cursor', 'a cursor of another path')
    })

  if (hasMember(operation, 'sort')) {
    test('has the order of its default where none is asked for', async () => {
      const sort = sortSchema(operation)?.default
      expect(await pages(list, { limit: 2 })).toEqual(await pages(list, { limit: 2, sort }))
      // one may begin to say it on the way
      expect((await list.ask({ sort, cursor: await cursorOf(list) })).status).toBe(200)
    })

    test('refuses a cursor of another sort', async () => {
      for (const made of sortsOf(operation)) {
        const cursor = await cursorOf(list, { sort: made })
        for (const sort of sortsOf(operation).filter((other) => other !== made))
          await expectRefused(list.ask({ sort, cursor }), 'cursor', `a cursor of ${made} under ${sort}`)
      }
    })
  }

  if (hasMember(operation, 'updatedSince'))
    test('hides what is older than updatedSince, and not what is as old', async () => {
      const rows = await pages(list, { limit: 100 })
      const at = String(rows.find(({ id }) => id === list.ids[1])?.updatedAt)
      const since = async (updatedSince: string) => new Set((await pages(list, { updatedSince })).map(({ id }) => id))
      const idsWhere = (shows: (updatedAt: string) => boolean) =>
        new Set(rows.filter((row) => shows(String(row.updatedAt))).map(({ id }) => id))
      const instant = Temporal.Instant.from(at)
      for (const said of [at, instant.toString({ timeZone: 'America/Lima' })])
        expect(await since(said)).toEqual(idsWhere((updatedAt) => updatedAt >= at))
      expect(await since(instant.add({ milliseconds: 1 }).toString())).toEqual(idsWhere((updatedAt) => updatedAt > at))
    })
})

interface Plan {
  'Node Type': string
  Plans?: Plan[]
}

/** The kinds of nodes in a statement's plan, whatever its values are. */
async function planOf(text: string): Promise<string[]> {
  const { rows } = await world.admin.query(`explain (generic_plan, format json) ${text}`)
  const nodesOf = (plan: Plan): string[] => [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)]
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
}
