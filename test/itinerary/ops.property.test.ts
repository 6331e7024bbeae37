import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OpRefusal } from '../../src/domain/itinerary/op-place.rules.ts'
import { applyOps } from '../../src/domain/itinerary/ops.rules.ts'
import type { Op } from '../../src/domain/itinerary/ops.ts'
import { blockOf, childrenOf, type Tree, treeOf } from '../../src/domain/itinerary/tree.rules.ts'
import { changesOf } from '../../src/domain/itinerary/tree-changes.rules.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type ModelOp, type Nested, NestedModel, Refused } from './nested-model.ts'
import { type OpCommand, opCommand, opOf } from './op-commands.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const commands = (maxLength: number) => fc.array(opCommand, { minLength: 1, maxLength, size: 'max' })

const nestedIn = (tree: Tree, parentId: string | null = null): Nested[] =>
  childrenOf(tree, parentId).map((id) => {
    const { type, data, visibility } = blockOf(tree, id)
    return { key: id, type, data, visibility, children: nestedIn(tree, id) }
  })

/** One op on both; the same refusal, or the same blocks. */
function playOnRules(tree: Tree, model: NestedModel, op: ModelOp): 'refused' | 'done' {
  const before = nestedIn(tree)
  try {
    const [{ blocks } = { blocks: [] }] = applyOps(tree, [op as Op], new Map())
    const ids = blocks.map(({ id }) => id)
    const made = [...ids]
    model.newKey = () => made.shift() as string
    expect(model.apply(op)).toEqual(ids)
    return 'done'
  } catch (error) {
    if (!(error instanceof OpRefusal)) throw error
    const [{ path } = { path: '' }] = error.errors
    expect(() => model.apply(op)).toThrow(Refused)
    expect(refusalOf(model, op)).toBe(path.replace('ops[0].', ''))
    expect(nestedIn(tree)).toEqual(before)
    return 'refused'
  }
}

function refusalOf(model: NestedModel, op: ModelOp): string {
  try {
    model.apply(op)
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
  return ''
}

/** Written and read again, as the database would. */
function reread(tree: Tree): Tree {
  const { inserted, moved, edited, removed } = changesOf(tree)
  const rows = new Map([...tree.before].filter(([id]) => !removed.includes(id)))
  for (const block of [...inserted, ...moved, ...edited]) rows.set(block.id, { ...block, ref: block.ref || `r${block.id}` })
  for (const { parentId } of rows.values()) expect(parentId === null || rows.has(parentId)).toBe(true)
  return treeOf([...rows.values()].toSorted((one, other) => ((one.rank as string) < (other.rank as string) ? -1 : 1)))
}

test('whatever the ops, the tree is what arrays in arrays would be, and refuses what they refuse, where they do', () => {
  const counts = { done: 0, refused: 0 }
  fc.assert(
    fc.property(commands(30), fc.nat(4), (list, every) => {
      let tree = treeOf([])
      const model = new NestedModel()
      for (const [index, command] of list.entries()) {
        counts[playOnRules(tree, model, opOf(command, model.all()))]++
        expect(nestedIn(tree)).toEqual(model.root)
        if (index % (every + 1) === 0) {
          tree = reread(tree)
          expect(nestedIn(tree)).toEqual(model.root)
        }
      }
    }),
    { seed: 20_261_001, numRuns: 2000 },
  )
  expect([counts.done > 10_000, counts.refused > 2000]).toEqual([true, true])
})

test('a batch is its ops one by one, whatever its ops name of what others before them made', () => {
  let applied = 0
  fc.assert(
    fc.property(commands(20), (list) => {
      const model = new NestedModel()
      const ops: (ModelOp & { as?: string })[] = []
      const names = new Map<string, string>()
      for (const command of list) {
        // blocks that come alone: what comes in another has no name
        const op = opOf({ ...command, shape: [0, 1, 3][command.shape % 3] as number }, model.all())
        const block = model.all().find(({ key }) => 'block' in op && key === op.block)
        if ((op.op === 'duplicate' && block?.children.length !== 0) || refusalOf(new NestedModel(structuredClone(model.root)), op)) continue
        const [made = ''] = model.apply(op)
        const isMade = op.op === 'insert' || op.op === 'duplicate' || op.op === 'wrap'
        if (isMade) names.set(made, `$${ops.length}`)
        ops.push(isMade ? { ...op, as: `$${ops.length}` } : op)
      }
      const named = JSON.parse(JSON.stringify(ops), (_key, value) => names.get(value) ?? value) as Op[]
      const tree = treeOf([])
      applied += applyOps(tree, named, new Map()).length
      expect(withoutKeys(nestedIn(tree))).toEqual(withoutKeys(model.root))
    }),
    { seed: 20_261_002, numRuns: 2000 },
  )
  expect(applied).toBeGreaterThan(5000)
})

const withoutKeys = (blocks: readonly Nested[]): unknown =>
  blocks.map(({ key: _, children, ...block }) => ({ ...block, children: withoutKeys(children) }))

test('through the service, each batch applies whole or not at all, and what is read is what the model has', async () => {
  const counts = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(commands(3), { minLength: 4, maxLength: 10, size: 'max' }), async (batches) => {
      const { id: tripId } = await agency.newTrip()
      const model = new NestedModel()
      for (const [index, commands] of batches.entries()) {
        const batch = index > 0 ? commands : commands.map((command) => ({ ...command, op: 'insert', where: 'none' }) as const)
        const done = await playBatch(tripId, model, batch)
        counts[done ? 'done' : 'refused']++
        const { body } = await agency.api(`GET /v1/trips/${tripId}/itinerary`)
        expect(shown(body.blocks)).toEqual(model.root)
      }
    }),
    { seed: 20_261_003, numRuns: 25 },
  )
  expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(20)
  expect(world.faults).toEqual([])
})

/** Ops about blocks that there were before the batch, so that ids are known. */
async function playBatch(tripId: string, model: NestedModel, batch: readonly OpCommand[]): Promise<boolean> {
  const there = model.all()
  const ops = batch.map((command) => opOf(command, there))
  const { status, body } = await agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
  const before = structuredClone(model.root)
  const made = status === 200 ? body.results.flatMap(madeBy) : []
  let placeholders = 0
  model.newKey = () => made.shift() ?? `refused ${placeholders++}`
  for (const [index, op] of ops.entries()) {
    const path = refusalOf(model, op)
    if (path === '') continue
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([422, 'invalid_op', `ops[${index}].${path}`])
    model.root = before
    return false
  }
  expect([status, made]).toEqual([200, []])
  return true
}

const madeBy = ({ op, blockIds }: { op: string; blockIds: string[] }): string[] =>
  op === 'insert' || op === 'duplicate' ? blockIds : op === 'wrap' ? blockIds.slice(0, 1) : []

// biome-ignore lint/suspicious/noExplicitAny: blocks as they come over the wire
const shown = (blocks: any[]): Nested[] =>
  blocks.map(({ id, type, data, visibility, children }) => ({ key: id, type, data, visibility, children: shown(children) }))
