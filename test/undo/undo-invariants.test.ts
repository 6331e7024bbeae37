import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from './block-operations.ts'

// What a later write left alone, but relied on: undo may not break the rules that hold between columns and rows.

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, ...blockOperations])
  agency = await world.newAgency()
  tripId = (await agency.api('POST /v1/trips', { body: { title: 'Rules' } })).body.id
})
afterAll(() => world.stop())

const changeOf = ({ headers }: Answer): string => headers.get('service-change-id') as string
const revert = (changeId: string, asked = {}) => agency.api(`POST /v1/changes/${changeId}/revert`, asked)

test('an undo that would end a trip before it starts is refused, and the trip stays as it is', async () => {
  const created = await agency.api('POST /v1/trips', { body: { title: 'Dates', startDate: '2027-05-10', endDate: '2027-05-20' } })
  const path = `/v1/trips/${created.body.id}`
  const earlier = changeOf(await agency.api(`PATCH ${path}`, { body: { startDate: '2027-05-01' } }))
  await agency.api(`PATCH ${path}`, { body: { endDate: '2027-05-05' } })
  const before = await agency.api(`GET ${path}`)
  const refused = await revert(earlier)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect((await agency.api(`GET ${path}`)).body).toEqual(before.body)
  expect((await agency.api(`PATCH ${path}`, { body: { title: 'Still editable' } })).status).toBe(200)
})

test('an undo that would put a block below itself is refused, and no block is lost from the tree', async () => {
  const insert = async (parentId: string | null) =>
    (await agency.api(`POST /v1/trips/${tripId}/test-blocks`, { body: { parentId, afterId: null, data: {} } })).body.id
  const move = async (id: string, parentId: string | null) =>
    changeOf(await agency.api(`POST /v1/trips/${tripId}/test-blocks/${id}/move`, { body: { parentId, afterId: null } }))
  const upper = await insert(null)
  const lower = await insert(upper)
  const lifted = await move(lower, null)
  await move(upper, lower)
  const refused = await revert(lifted)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  const { rows } = await world.admin.query('select id, parent_id from itinerary_blocks where id = any($1) order by id', [[upper, lower]])
  expect(rows).toEqual([
    { id: upper, parent_id: lower },
    { id: lower, parent_id: null },
  ])
})

test("an undone itinerary write moves the trip's updatedAt, as the write did", async () => {
  const at = async () => (await agency.api(`GET /v1/trips/${tripId}`)).body.updatedAt
  const start = await at()
  const inserted = await agency.api(`POST /v1/trips/${tripId}/test-blocks`, { body: { parentId: null, afterId: null, data: {} } })
  const written = await at()
  const { body } = await revert(changeOf(inserted))
  expect(start < written).toBe(true)
  expect(await at()).toBe(body.updatedAt)
  const polled = await agency.api('GET /v1/trips', { query: { updatedSince: body.updatedAt, sort: 'updatedAt' } })
  expect(polled.body.data.map(({ id }: { id: string }) => id)).toContain(tripId)
})
