import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite } from '../../src/operations/operation.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { contentsOf } from './contents.ts'
import { piecesOf, validCall } from './fixtures.ts'
import { otherBody } from './other-body.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const WRITES = OPERATIONS.filter(isWrite)
const retryKey = () => ({ 'Idempotency-Key': randomUUIDv7() })
const essence = ({ status, headers, body }: Answer) => ({ status, body, changeId: headers.get('service-change-id') })

test.each(WRITES)('$id is done once, however often it is sent with the same key', async (operation) => {
  const call = await validCall(operation, agency)
  const key = retryKey()
  const first = await send(agency.api, operation, call, key)
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([operation.status, null])
  const after = await contentsOf(world.admin)
  for (let retry = 0; retry < 2; retry++) {
    const replayed = await send(agency.api, operation, call, key)
    expect(essence(replayed)).toEqual(essence(first))
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  }
  expect(await contentsOf(world.admin)).toEqual(after)
})

test.each(WRITES.filter(({ body }) => body))('$id refuses a used key with another body', async (operation) => {
  const call = await validCall(operation, agency)
  const key = retryKey()
  await send(agency.api, operation, call, key)
  await expectReused(() => send(agency.api, operation, { ...call, body: otherBody(operation, call.body) }, key))
})

test.each(WRITES.filter((operation) => piecesOf(operation).length > 0))('$id refuses a used key with another path', async (operation) => {
  const call = await validCall(operation, agency)
  const other = await validCall(operation, agency)
  const key = retryKey()
  await send(agency.api, operation, call, key)
  await expectReused(() => send(agency.api, operation, other, key))
})

test.each(WRITES)('$id refuses a key that another operation has used', async (operation) => {
  const call = await validCall(operation, agency)
  const other = WRITES.find(({ id }) => id !== operation.id)
  if (!other) throw new Error('There is only one write')
  const key = retryKey()
  await send(agency.api, other, await validCall(other, agency), key)
  await expectReused(() => send(agency.api, operation, call, key))
})

test.each(WRITES.filter((operation) => piecesOf(operation).length > 0))('a refusal of $id is told again to a retry', async (operation) => {
  const call = await validCall(operation, agency)
  const params = Object.fromEntries(Object.keys(call.params).map((name) => [name, randomUUIDv7()]))
  const key = retryKey()
  const refused = await send(agency.api, operation, { ...call, params }, key)
  const replayed = await send(agency.api, operation, { ...call, params }, key)
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  expect(essence(replayed)).toEqual(essence(refused))
  expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  expect(replayed.headers.get('content-type')).toMatch(/^application\/problem\+json/)
})

test.each(WRITES)("a colleague's key of the same name does not replay $id", async (operation) => {
  const call = await validCall(operation, agency)
  const retry = retryKey()
  await send(agency.api, operation, call, retry)
  const colleague = await agency.newKey()
  const own = await send(colleague.api, operation, await validCall(operation, agency), retry)
  expect([own.status, own.headers.get('idempotent-replayed')]).toEqual([operation.status, null])
})

async function expectReused(ask: () => Promise<Answer>): Promise<void> {
  const before = await contentsOf(world.admin)
  const { status, body } = await ask()
  expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await contentsOf(world.admin)).toEqual(before)
}
