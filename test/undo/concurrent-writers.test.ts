import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'
import { chance } from './chance.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const WRITERS = 10
const STEPS = 20

type Tables = Map<string, Record<string, unknown>>

/** Every captured row by table and id, without what follows from the write. */
async function stateOf(admin: pg.Client): Promise<Tables> {
  const { rows } = await admin.query(
    `select 'trips' as name, id, to_jsonb(t) - '{updated_at,itinerary_at,itinerary_version}'::text[] as row from trips t where agency_id = $1
     union all select 'itinerary_blocks', id, to_jsonb(b) - 'updated_at' from itinerary_blocks b where agency_id = $1`,
    [agency.id],
  )
  return new Map(rows.map(({ name, id, row }) => [`${name} ${id}`, row]))
}

/** Whole numbers below a limit, the same at each run: who does what when is left to the machine alone. */
function numbers(seed: number): (below: number) => number {
  const random = chance(seed)
  return (below) => Math.floor(random() * below)
}

test('ten people who edit and undo at once leave a state that the log explains row by row', async () => {
  const tripId: string = (await agency.api('POST /v1/trips', { body: { title: 'Busy', metadata: { n: '0' } } })).body.id
  const start = await stateOf(world.admin)
  const { last } = (await world.admin.query('select max(seq) as last from captures where agency_id = $1', [agency.id])).rows[0]
  const changes: string[] = []
  const blocks: string[] = []
  const answers: { status: number; reverted: boolean }[] = []

  async function step(below: (limit: number) => number): Promise<void> {
    const block = blocks[below(blocks.length || 1)]
    const path = `/v1/trips/${tripId}`
    const what = below(10)
    const ask = () => {
      if (what < 2) return agency.api(`PATCH ${path}`, { body: { title: `T${below(3)}`, metadata: { n: `${below(3)}` } } })
      if (what < 3) return agency.api(`PATCH ${path}`, { body: { travelers: 1 + below(5) } })
      if (what < 5 || block === undefined)
        return agency.api(`POST ${path}/test-blocks`, { body: { parentId: null, afterId: block ?? null, data: { n: below(3) } } })
      if (what < 6) return agency.api(`PATCH ${path}/test-blocks/${block}`, { body: { data: { n: below(3) } } })
      if (what < 7) return agency.api(`DELETE ${path}/test-blocks/${block}`)
      return agency.api(`POST /v1/changes/${changes[changes.length - 1 - below(Math.min(changes.length, 12))]}/revert`)
    }
    const { status, headers, body } = await ask()
    const changeId = headers.get('service-change-id')
    if (changeId) changes.push(changeId)
    if (changeId && body.rank) blocks.push(body.id)
    answers.push({ status, reverted: body.object === 'change' })
  }

  const seeds = Array.from({ length: WRITERS }, (_, index) => numbers(4711 + index))
  await step(() => 0)
  await Promise.all(
    seeds.map(async (below) => {
      for (let done = 0; done < STEPS; done++) await step(below)
    }),
  )
  expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([])
  expect(answers.filter(({ reverted }) => reverted).length).toBeGreaterThan(10)

  const log = await world.admin.query('select * from captures where agency_id = $1 and seq > $2 order by seq desc', [agency.id, last])
  const state = await stateOf(world.admin)
  for (const { table_name, row_id, op, old } of log.rows) {
    const name = `${table_name} ${row_id}`
    // an insert and an update were of a row that is there, a delete of one that isn't
    expect([op, state.has(name)]).toEqual([op, op !== 'delete'])
    if (op === 'insert') state.delete(name)
    else if (op === 'update') state.set(name, { ...state.get(name), ...old })
    else state.set(name, Object.fromEntries(Object.entries(old).filter(([column]) => column !== 'updated_at')))
  }
  expect(state).toEqual(start)
  expect(world.faults).toEqual([])
})

test('of many who undo the same change at once, one does, and it is undone once', async () => {
  const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'Before' } })
  const changed = await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'After' } })
  const changeId = changed.headers.get('service-change-id')
  const answers = await Promise.all(Array.from({ length: 10 }, () => agency.api(`POST /v1/changes/${changeId}/revert`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  const { rows } = await world.admin.query(`select old from captures where row_id = $1 and op = 'update' order by seq`, [trip.id])
  expect(rows).toEqual([{ old: { title: 'Before' } }, { old: { title: 'After' } }])
})
