import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite } from '../../src/operations/operation.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { validCall } from './fixtures.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

/** Operations that tell the events of others. */
const TELLS_WHAT_OTHERS_DO: Record<string, string> = {
  'changes.revert': 'an undo tells of whatever it puts back',
}

test.each(OPERATIONS)('$id tells of the events that it declares, and of no other', async (operation) => {
  const call = await validCall(operation, agency)
  const before = await lastEvent()
  await send(agency.api, operation, { ...call, query: { ...call.query, ...(isWrite(operation) && { dryRun: true }) } })
  expect(await eventsSince(before)).toEqual([])

  const { status } = await send(agency.api, operation, call)
  expect(status).toBe(operation.status)
  const told = await eventsSince(before)
  if (operation.id in TELLS_WHAT_OTHERS_DO) return
  expect(operation.emits).toEqual(expect.arrayContaining(told))
  if (operation.emits.length > 0) expect(told, 'the call has to make something happen').not.toEqual([])
})

const lastEvent = async (): Promise<string> => (await world.admin.query('select coalesce(max(seq), 0) as seq from outbox')).rows[0].seq

const eventsSince = async (seq: string): Promise<string[]> =>
  (await world.admin.query('select distinct type from outbox where seq > $1 and agency_id = $2', [seq, agency.id])).rows.map(
    ({ type }) => type,
  )
