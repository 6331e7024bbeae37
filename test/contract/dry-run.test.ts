import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite } from '../../src/operations/operation.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { contentsOf } from './contents.ts'
import { validCall } from './fixtures.ts'
import { complaints } from './judge.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const WRITES = OPERATIONS.filter(isWrite)

test.each(WRITES)('a dry run of $id shows what it would do, and leaves everything as it was', async (operation) => {
  const call = await validCall(operation, agency)
  const before = await contentsOf(world.admin)
  const answer = await send(agency.api, operation, { ...call, query: { ...call.query, dryRun: true } }, { 'Idempotency-Key': 'a dry run' })
  expect([answer.status, complaints(operation, answer, { dryRun: true })]).toEqual([200, []])
  expect(answer.headers.get('service-change-id')).toBeNull()
  expect(await contentsOf(world.admin)).toEqual(before)

  const done = await send(agency.api, operation, call, { 'Idempotency-Key': `not dry: ${operation.id}` })
  expect([done.status, complaints(operation, done)]).toEqual([operation.status, []])
  expect(await contentsOf(world.admin)).not.toEqual(before)
})
