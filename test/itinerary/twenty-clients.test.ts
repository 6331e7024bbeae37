import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayHold } from '../../src/domain/itinerary/nesting.rules.ts'
import type { Answer, Api } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { chance } from '../undo/chance.ts'
import { type ModelOp, type Nested, NestedModel, Refused } from './nested-model.ts'
import { opCommand, opOf } from './op-commands.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const SEED = 20_261_201
const CLIENTS = 20
const STEPS = 12

type Row = { id: string; parent_id: string | null; rank: string; ref: string; type: Nested['type']; version: number }
const ROWS = `
  select b.id, b.parent_id, b.rank, b.ref, b.type, t.itinerary_version as version
  from trips t left join itinerary_blocks b on b.trip_id = t.id where t.id = $1`

/** What one accepted batch left: the blocks that came and those that went. */
interface Done {
  changeId: string
  version: number
  came: string[]
  went: string[]
  undoneAt?: string
}

function doneBy({ headers, body }: Answer): Done {
  const came = new Set<string>()
  const went: string[] = []
  for (const { op, blockIds } of body.results as { op: string; blockIds: string[] }[]) {
    const made = op === 'insert' || op === 'duplicate' ? blockIds : op === 'wrap' ? blockIds.slice(0, 1) : []
    for (const id of made) came.add(id)
    for (const id of op === 'remove' ? blockIds : op === 'unwrap' ? blockIds.slice(0, 1) : []) if (!came.delete(id)) went.push(id)
  }
  return { changeId: headers.get('service-change-id') as string, version: body.version, came: [...came], went }
}

/** On a trip of its own a client knows at every moment what there is. */
async function stepAlone(
  api: Api,
  tripId: string,
  model: NestedModel,
  undoable: { changeId: string; before: Nested[] }[],
  ops: ModelOp[],
  what: number,
) {
  const latest = undoable.at(-1)
  if (what < 0.2 && latest) {
    expect((await api(`POST /v1/changes/${latest.changeId}/revert`)).status).toBe(200)
    model.root = latest.before
    undoable.pop()
    return
  }
  const isDry = what > 0.85
  const answer = await api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops }, ...(isDry && { query: { dryRun: 'true' } }) })
  const before = structuredClone(model.root)
  const made = answer.status === 200 && !isDry ? madeIn(answer) : []
  let unknown = 0
  model.newKey = () => made.shift() ?? `nobody ${unknown++}`
  try {
    for (const op of ops) model.apply(op)
    expect(answer.status).toBe(200)
    if (!isDry) undoable.push({ changeId: answer.headers.get('service-change-id') as string, before })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    expect(answer.status).toBe(422)
    model.root = before
  }
  if (isDry) model.root = before
}

const madeIn = ({ body }: Answer): string[] =>
  body.results.flatMap(({ op, blockIds }: { op: string; blockIds: string[] }) =>
    op === 'insert' || op === 'duplicate' ? blockIds : op === 'wrap' ? blockIds.slice(0, 1) : [],
  )

test(`twenty clients who write, try and undo at once lose nothing and double nothing (seed ${SEED})`, { timeout: 180_000 }, async () => {
  const { id: shared } = await agency.newTrip()
  const known: Nested[] = []
  const done: Done[] = []
  const tried = new Set<string>()
  const refs = new Map<string, string>()
  const refused = { ops: 0, undos: 0 }
  const block = (type: string, children: object[] = []) => ({ type, data: { [type === 'note' ? 'markdown' : 'title']: type }, children })
  const first = block('section', [block('day', [block('note'), block('note')]), block('day')])
  const start = Array.from({ length: 3 }, () => ({ op: 'insert', block: first }))

  async function stepTogether(api: Api, ops: ModelOp[], what: number): Promise<void> {
    const change = done.slice(1).at(-1 - Math.floor(what * 30))
    if (what < 0.3 && change) {
      const { status, body } = await api(`POST /v1/changes/${change.changeId}/revert`)
      expect([200, 409]).toContain(status)
      if (status === 200) change.undoneAt = body.revertedAt
      else refused.undos++
      return
    }
    const isDry = what > 0.9
    const answer = await api(`POST /v1/trips/${shared}/itinerary/ops`, { body: { ops }, ...(isDry && { query: { dryRun: 'true' } }) })
    expect([200, 422]).toContain(answer.status)
    if (answer.status !== 200) {
      refused.ops++
      return
    }
    if (isDry) {
      for (const id of madeIn({ ...answer, body: answer.body.result })) tried.add(id)
      return
    }
    note(answer)
  }

  function note(answer: Answer): void {
    const latest = doneBy(answer)
    done.push(latest)
    known.splice(0, known.length, ...known.filter(({ key }) => !latest.went.includes(key)))
    for (const { blockIds, refs: given } of answer.body.results as { blockIds: string[]; refs: string[] }[]) {
      for (const [index, id] of blockIds.entries()) {
        const ref = given[index] as string
        if (ref === '') continue
        expect(refs.get(ref) ?? id).toBe(id)
        refs.set(ref, id)
      }
    }
    for (const { id, type } of answer.body.blocks) known.push({ key: id, type, data: {}, visibility: 'traveler', children: [] })
  }

  note(await agency.api(`POST /v1/trips/${shared}/itinerary/ops`, { body: { ops: start } }))
  const models = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const { api } = await agency.newKey()
      const random = chance(SEED + client)
      const commands = fc.sample(opCommand, { seed: SEED + client, numRuns: STEPS * 5 })
      const model = new NestedModel()
      const undoable: { changeId: string; before: Nested[] }[] = []
      const { id: tripId } = (await api('POST /v1/trips', { body: { title: `Client ${client}` } })).body
      for (let step = 0; step < STEPS; step++) {
        const some = commands.splice(0, 3)
        await stepAlone(
          api,
          tripId,
          model,
          undoable,
          some.map((command) => opOf(command, model.all())),
          random(),
        )
        const [others, now] = [commands.splice(0, 2), [...known]]
        await stepTogether(
          api,
          others.map((command) => opOf(command, now)),
          random(),
        )
      }
      return { tripId, model }
    }),
  )

  for (const { tripId, model } of models) {
    const { blocks } = (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
    expect(shown(blocks)).toEqual(model.root)
    await expectSound(tripId)
  }

  const rows = await expectSound(shared)
  const { rows: clock } = await world.admin.query('select id, created_at as at from changes where id = any($1)', [
    done.map(({ changeId }) => changeId),
  ])
  const at = new Map(clock.map(({ id, at }) => [id, new Date(at).getTime()]))
  const inOrder = done.toSorted((one, other) => (at.get(one.changeId) as number) - (at.get(other.changeId) as number))
  const versions = inOrder.map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(inOrder.map(({ changeId }) => at.get(changeId))).size).toBe(done.length)

  const events = inOrder.flatMap(({ changeId, came, went, undoneAt }) => [
    { at: at.get(changeId) as number, came, went },
    ...(undoneAt === undefined ? [] : [{ at: Date.parse(undoneAt), came: went, went: came }]),
  ])
  const live = new Set<string>()
  for (const { came, went } of events.toSorted((one, other) => one.at - other.at)) {
    for (const id of came) {
      expect(live.has(id)).toBe(false)
      live.add(id)
    }
    for (const id of went) expect(live.delete(id)).toBe(true)
  }
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...live].toSorted())
  for (const { id, ref } of rows) expect(refs.get(ref)).toBe(id)
  for (const id of tried) expect(live.has(id)).toBe(false)
  const undone = done.filter(({ undoneAt }) => undoneAt !== undefined).length
  expect([done.length > 15, undone > 3, refused.ops > 3, tried.size > 0, live.size > 3]).toEqual([true, true, true, true, true])
  expect(world.faults).toEqual([])
})

/** One parent each, no circle, containers that may hold what they hold, and no two siblings of one rank. */
async function expectSound(tripId: string): Promise<Row[]> {
  const rows = ((await world.admin.query(ROWS, [tripId])).rows as Row[]).filter(({ id }) => id !== null)
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(byId.size).toBe(rows.length)
  for (const { parent_id, type } of rows) expect(mayHold(parent_id === null ? null : (byId.get(parent_id) as Row).type, type)).toBe(true)
  expect(new Set(rows.map(({ parent_id, rank }) => `${parent_id} ${rank}`)).size).toBe(rows.length)
  expect(new Set(rows.map(({ ref }) => ref)).size).toBe(rows.length)
  const { blocks } = (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
  expect(new NestedModel(shown(blocks)).all()).toHaveLength(rows.length)
  return rows
}

// biome-ignore lint/suspicious/noExplicitAny: blocks as they come over the wire
const shown = (blocks: any[]): Nested[] =>
  blocks.map(({ id, type, data, visibility, children }) => ({ key: id, type, data, visibility, children: shown(children) }))
