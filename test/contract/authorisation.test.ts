import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { SCOPES } from '../../src/operations/scopes.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { contentsOf } from './contents.ts'
import { validCall } from './fixtures.ts'

let world: World
let agency: TestAgency
let noKeys: (string | undefined)[]
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const expired = await agency.newKey({ expiresAt: '2020-01-01T00:00:00Z' })
  const { secret } = agency.key
  noKeys = [
    undefined,
    '',
    'Bearer',
    'Bearer garbage',
    `Bearer trv_live_${'A'.repeat(32)}`,
    `Bearer ${secret.slice(0, -1)}`,
    `Bearer ${secret}x`,
    `Basic ${secret}`,
    secret,
    `Bearer ${expired.secret}`,
  ]
})
afterAll(() => world.stop())

test.each(OPERATIONS)('$id is closed to whoever has no valid key', async (operation) => {
  const call = await validCall(operation, agency)
  const before = await contentsOf(world.admin)
  for (const authorization of noKeys) {
    const { status, headers, body } = await send(world.stranger, operation, call, {
      ...(authorization !== undefined && { Authorization: authorization }),
    })
    expect([authorization, status, body.code]).toEqual([authorization, 401, 'unauthorized'])
    expect(headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(await contentsOf(world.admin)).toEqual(before)
})

const NEEDED = OPERATIONS.flatMap((operation) => operation.scopes.map((scope) => ({ id: operation.id, operation, scope })))

test.each(NEEDED)('$id refuses a key that lacks $scope, and names it', async ({ operation, scope }) => {
  const call = await validCall(operation, agency)
  const key = await agency.newKey({ scopes: SCOPES.filter((other) => other !== scope) })
  const before = await contentsOf(world.admin)
  const { status, body } = await send(key.api, operation, call)
  expect([status, body.code, body.missingScopes]).toEqual([403, 'insufficient_scope', [scope]])
  expect(await contentsOf(world.admin)).toEqual(before)
})

test.each(OPERATIONS)('$id names every scope that a key without any lacks', async (operation) => {
  const call = await validCall(operation, agency)
  const key = await agency.newKey({ scopes: [] })
  const { status, body } = await send(key.api, operation, call)
  if (operation.scopes.length > 0) expect([status, body.missingScopes]).toEqual([403, operation.scopes])
  else if (!operation.scopesNote) expect(status).toBe(operation.status)
})

// an operation with a note on scopes says in words what it needs beyond its list
test.each(OPERATIONS.filter((operation) => !operation.scopesNote))('$id needs no scope beyond those that it lists', async (operation) => {
  const call = await validCall(operation, agency)
  const key = await agency.newKey({ scopes: operation.scopes })
  expect((await send(key.api, operation, call)).status).toBe(operation.status)
})
