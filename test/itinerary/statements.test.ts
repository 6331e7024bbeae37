import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import { askedBy } from '../contract/statements.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
let tripId: string
const note = { type: 'note', data: { markdown: 'a' } }
const change = (ops: object[]) => agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })

beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  tripId = (await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
  await change(Array(150).fill({ op: 'insert', block: note }))
})
afterAll(() => world.stop())

/** Travels with the first statement of a write. */
const OPENING = /^begin; select open_write\([^)]*\) as now; /

/** What a call asks for between opening its write and closing it. */
async function within(call: () => Promise<{ status: number }>): Promise<string[]> {
  const { texts } = await askedBy(world, async () => expect((await call()).status).toBe(200))
  expect([texts[0], texts.at(-1)]).toEqual([expect.stringMatching(OPENING), expect.stringMatching(/(commit|rollback)$/)])
  return texts
    .slice(0, -1)
    .map((text) => text.replace(OPENING, ''))
    .map((text) => /select|(insert into|update|delete from) "?\w+/.exec(text.trim())?.[0].replaceAll('"', '') ?? text)
}

test('two hundred ops of every kind take one round trip for each kind of difference, not for each op', async () => {
  const { blocks } = (await agency.api(`GET /v1/trips/${tripId}/itinerary`, { query: { types: 'note' } })).body
  const refs: string[] = blocks.map(({ ref }: { ref: string }) => ref)
  const some = (count: number, op: (ref: string) => object) => refs.splice(0, count).map(op)
  const ops = [
    ...Array(60).fill({ op: 'insert', block: note }),
    ...some(40, (block) => ({ op: 'update', block, data: { markdown: 'b' } })),
    ...some(40, (block) => ({ op: 'move', block, position: 'first' })),
    ...some(30, (block) => ({ op: 'remove', block })),
    ...some(20, (block) => ({ op: 'duplicate', block })),
    ...some(10, (block) => ({ op: 'wrap', blocks: [block], title: 'w' })),
  ]
  expect(ops).toHaveLength(200)
  expect(await within(() => change(ops))).toEqual([
    'select',
    'insert into block_ref_counters',
    'insert into itinerary_blocks',
    'update itinerary_blocks',
    'update itinerary_blocks',
    'delete from itinerary_blocks',
  ])
})

test('an op that changes nothing asks, and writes nothing', async () => {
  expect(await within(() => change([{ op: 'update', block: 'b1', visibility: 'traveler' }]))).toEqual(['select'])
})

test('a sync takes one round trip for each kind of difference too, and one that finds all in place only asks', async () => {
  await agency.api(`PATCH /v1/trips/${tripId}`, { body: { startDate: '2027-11-04' } })
  const sync = () => agency.api(`POST /v1/trips/${tripId}/itinerary/sync`)
  expect(await within(sync)).toEqual(['select', 'update itinerary_blocks', 'update trips'])
  expect(await within(sync)).toEqual(['select'])
})

test.each(['itinerary', 'itinerary/blocks/b1'])('a read of %s is one statement, however many blocks there are', async (part) => {
  const { texts, writes } = await askedBy(world, () => agency.api(`GET /v1/trips/${tripId}/${part}`))
  expect([texts.length, writes]).toEqual([1, 0])
})
