import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Call, send } from './call.ts'
import { validCall } from './fixtures.ts'
import { complaints } from './judge.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test.each(OPERATIONS)('$id answers what it declares', async (operation) => {
  const answer = await send(agency.api, operation, await validCall(operation, agency))
  expect(answer.status, JSON.stringify(answer.body)).toBe(operation.status)
  expect(complaints(operation, answer)).toEqual([])
})

test.each(OPERATIONS)('$id refuses in the words that it declares', async (operation) => {
  for (const ask of refusals(operation)) {
    const answer = await ask(await validCall(operation, agency))
    expect(complaints(operation, answer), JSON.stringify(answer.body)).toEqual([])
  }
  expect(world.faults).toEqual([])
})

/** Ways to ask for trouble. Some may be fine for some operations; whatever comes back has to be declared. */
function refusals(operation: Operation): ((call: Call) => Promise<Answer>)[] {
  const paramsOf = (call: Call, value: string) => Object.fromEntries(Object.keys(call.params).map((name) => [name, value]))
  const ask = (call: Call) => send(agency.api, operation, call)
  const long = '2001-01-01T00:00:00Z'
  return [
    (call) => send(world.stranger, operation, call),
    async (call) => send((await agency.newKey({ scopes: [] })).api, operation, call),
    async (call) => send((await agency.newKey({ userId: await agency.newUser({ tripDeletion: 'none' }) })).api, operation, call),
    (call) => ask({ ...call, params: paramsOf(call, randomUUIDv7()) }),
    (call) => ask({ ...call, params: paramsOf(call, 'not-an-id') }),
    (call) => ask({ ...call, query: { ...call.query, limit: 0, cursor: 'nonsense', 'metadata[a b]': 'x' } }),
    (call) => ask({ ...call, query: { ...call.query, expectedUpdatedAt: long } }),
    ...(operation.method === 'GET'
      ? []
      : [
          (call: Call) => ask({ ...call, body: '{"title": ' }),
          (call: Call) => ask({ ...call, body: [] }),
          (call: Call) => ask({ ...call, body: null }),
          (call: Call) => ask({ ...call, body: JSON.stringify({ text: 'x'.repeat(1_100_000) }) }),
          (call: Call) => ask({ ...call, body: { ...(call.body as object), expectedUpdatedAt: long } }),
          (call: Call) =>
            send(agency.api, operation, { ...call, body: 'title=x' }, { 'Content-Type': 'application/x-www-form-urlencoded' }),
          (call: Call) => send(agency.api, operation, call, { 'Idempotency-Key': 'x'.repeat(256) }),
          // twice: restored, reverted, archived already
          (call: Call) => ask(call).then(() => ask(call)),
        ]),
  ]
}

test.each(OPERATIONS)('$id tells what is left of the budgets, and spends its cost', async (operation) => {
  const fresh = await world.newAgency()
  const call = await validCall(operation, fresh)
  const left = async () => {
    const { headers } = await send(fresh.api, operation, call)
    return Number(/"key";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  const before = await left()
  expect(before - (await left())).toBe(operation.cost)
})
