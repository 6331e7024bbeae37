import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const note = (markdown: string) => ({ type: 'note', data: { markdown } })
const change = (tripId: string, ops: object[]) => agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })
const read = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body
const revert = (changed: { headers: Headers }) => agency.api(`POST /v1/changes/${changed.headers.get('service-change-id')}/revert`)

/** b1 is a section with b2, a day with b3 and b4, and b5; b6 and b7 are loose. */
async function planted(): Promise<string> {
  const { id } = await agency.newTrip()
  const day = { type: 'day', data: { title: 'd' }, children: [note('a'), note('b')] }
  const block = { type: 'section', data: { title: 's' }, children: [day, note('c')] }
  const { status } = await change(id, [
    { op: 'insert', block },
    { op: 'insert', block: note('e') },
    { op: 'insert', block: note('f') },
  ])
  expect(status).toBe(200)
  return id
}

const OPS: [string, object[]][] = [
  ['insert', [{ op: 'insert', block: { type: 'day', data: { title: 'n' }, children: [note('n')] }, position: 'first' }]],
  ['update', [{ op: 'update', block: 'b3', data: { markdown: 'z', tone: 'tip' }, layout: { width: 'half' }, visibility: 'staff' }]],
  ['move', [{ op: 'move', block: 'b2', parent: null, position: 'first' }]],
  ['remove', [{ op: 'remove', block: 'b1' }]],
  ['duplicate', [{ op: 'duplicate', block: 'b1' }]],
  ['wrap', [{ op: 'wrap', blocks: ['b7', 'b6'], title: 'w' }]],
  ['unwrap', [{ op: 'unwrap', block: 'b2' }]],
]
OPS.push(['all of them at once', [...OPS.filter(([name]) => name !== 'remove').flatMap(([, ops]) => ops), { op: 'remove', block: 'b1' }]])

test.each(OPS)('%s is undone: every block is back as it was, where it was', async (_name, ops) => {
  const id = await planted()
  const before = await read(id)
  const changed = await change(id, ops)
  expect(changed.status).toBe(200)
  expect((await read(id)).blocks).not.toEqual(before.blocks)
  const { status, body } = await revert(changed)
  expect([status, body.status]).toEqual([200, 'reverted'])
  expect(await read(id)).toMatchObject({ version: 3, blocks: before.blocks })
})

test.each(OPS)('%s is not undone once somebody changed a block of it since, and nothing of it is', async (_name, ops) => {
  const id = await planted()
  const changed = await change(id, ops)
  const [block] = changed.body.blocks as { id: string }[]
  // a removal leaves nothing to touch
  if (!block) return
  await change(id, [{ op: 'remove', block: block.id }])
  const before = await read(id)
  expect((await revert(changed)).body.code).toBe('not_revertible')
  expect(await read(id)).toEqual(before)
})

test('what others put into a new section keeps its making from being undone', async () => {
  const id = await planted()
  const wrapped = await change(id, [{ op: 'wrap', blocks: ['b6'], title: 'w' }])
  const [section] = wrapped.body.results[0].blockIds
  await change(id, [{ op: 'insert', block: note('mine'), parent: section }])
  const before = await read(id)
  expect((await revert(wrapped)).body.code).toBe('not_revertible')
  expect(await read(id)).toEqual(before)
})

test('changes are undone backwards, each giving what was before it', async () => {
  const id = await planted()
  const states: unknown[] = []
  const changes: { headers: Headers }[] = []
  for (const [name, ops] of OPS.filter(([name]) => !['remove', 'all of them at once'].includes(name))) {
    states.push((await read(id)).blocks)
    const changed = await change(id, ops)
    expect([name, changed.status]).toEqual([name, 200])
    changes.push(changed)
  }
  for (const changed of changes.toReversed()) {
    expect((await revert(changed)).status).toBe(200)
    expect((await read(id)).blocks).toEqual(states.pop())
  }
})

test('a day that was removed, made anew by a sync and brought back by undo is one day after the next sync, and loses nothing', async () => {
  const { id } = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  await change(id, [{ op: 'insert', parent: 'b1', block: note('mine') }])
  const before = await read(id)
  const removed = await change(id, [{ op: 'remove', block: 'b1' }])
  const sync = () => agency.api(`POST /v1/trips/${id}/itinerary/sync`)
  expect((await sync()).body).toMatchObject({ added: 3, removed: 0 })
  expect((await revert(removed)).status).toBe(200)
  expect((await read(id)).blocks).toHaveLength(before.blocks.length + 1)
  await sync()
  const after = await read(id)
  expect(after.blocks.map(({ data }: { data: { date: string } }) => data.date)).toEqual(
    before.blocks.map(({ data }: { data: { date: string } }) => data.date),
  )
  expect(JSON.stringify(after.blocks).match(/"mine"/g)).toHaveLength(1)
  expect(JSON.stringify(after.blocks).match(/"transfer"/g)).toHaveLength(JSON.stringify(before.blocks).match(/"transfer"/g)?.length ?? 0)
  expect((await sync()).body).toMatchObject({ added: 0, updated: 0, removed: 0, moved: 0 })
})
