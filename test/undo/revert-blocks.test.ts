import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'

let world: World
let agency: TestAgency
let base: string
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
  base = `/v1/trips/${(await agency.api('POST /v1/trips', { body: { title: 'Blocks' } })).body.id}/test-blocks`
})
afterAll(() => world.stop())

const changeOf = ({ headers }: Answer): string => headers.get('service-change-id') as string
const revert = (answer: Answer) => agency.api(`POST /v1/changes/${changeOf(answer)}/revert`)
const insert = (parentId: string | null = null, body = {}) =>
  agency.api(`POST ${base}`, { body: { parentId, afterId: null, data: {}, ...body } })
const remove = (id: string) => agency.api(`DELETE ${base}/${id}`)
const rowsOf = async (...ids: string[]) =>
  (await world.admin.query('select id, parent_id, rank, ref, data from itinerary_blocks where id = any($1) order by id', [ids])).rows

test('undoing the creation of a block that got children later is refused, since they depend on it', async () => {
  const parent = await insert()
  const child = await insert(parent.body.id)
  const refused = await revert(parent)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect(refused.body.detail).toContain('depends on it')
  expect(await rowsOf(parent.body.id, child.body.id)).toHaveLength(2)
  await revert(child)
  expect((await revert(parent)).status).toBe(200)
  expect(await rowsOf(parent.body.id, child.body.id)).toEqual([])
})

test('a removed subtree comes back whole, with its order and its content', async () => {
  const root = await insert()
  const children = [await insert(root.body.id, { data: { n: 1 } }), await insert(root.body.id, { data: { n: 2 } })]
  const leaf = await insert(children[0]?.body.id)
  const ids = [root, leaf, ...children].map(({ body }) => body.id)
  const before = await rowsOf(...ids)
  const removed = await remove(root.body.id)
  expect(await rowsOf(...ids)).toEqual([])
  expect((await revert(removed)).status).toBe(200)
  expect(await rowsOf(...ids)).toEqual(before)
})

test('a block whose parent was removed since is not put back into nothing', async () => {
  const parent = await insert()
  const child = await insert(parent.body.id)
  const removed = await remove(child.body.id)
  await remove(parent.body.id)
  const refused = await revert(removed)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect(await rowsOf(parent.body.id, child.body.id)).toEqual([])
})

test('a block whose place was taken since is not put back', async () => {
  const first = await insert(null, { ref: 'b1' })
  const removed = await remove(first.body.id)
  const second = await insert(null, { ref: 'b1' })
  const refused = await revert(removed)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect(refused.body.detail).toContain('taken its place')
  expect((await rowsOf(first.body.id, second.body.id)).map(({ id }) => id)).toEqual([second.body.id])
})

test('a refused undo of many rows puts none of them back', async () => {
  const parent = await insert(null, { ref: 'p' })
  const child = await insert(parent.body.id, { ref: 'c' })
  const removed = await remove(parent.body.id)
  await insert(null, { ref: 'c' })
  expect((await revert(removed)).status).toBe(409)
  expect(await rowsOf(parent.body.id, child.body.id)).toEqual([])
})

test('a move back keeps the blocks that came between', async () => {
  const [last, first] = [await insert(), await insert()]
  const moved = await agency.api(`POST ${base}/${first.body.id}/move`, { body: { parentId: null, afterId: last.body.id } })
  const between = await insert()
  expect((await revert(moved)).status).toBe(200)
  const rows = await rowsOf(first.body.id, between.body.id, last.body.id)
  const order = rows.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id)
  expect(order.indexOf(first.body.id)).toBeLessThan(order.indexOf(last.body.id))
  expect(order).toContain(between.body.id)
})
