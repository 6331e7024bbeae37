import type { TSchema } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Call, send } from './call.ts'
import { contentsOf } from './contents.ts'
import { validCall } from './fixtures.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test.each(OPERATIONS)('$id refuses a query parameter that it does not know', async (operation) => {
  const call = await validCall(operation, agency)
  await expectRefusedAt('noSuchParameter', operation, { ...call, query: { ...call.query, noSuchParameter: 1 } })
})

test.each(OPERATIONS.filter((operation) => !isWrite(operation)))('$id has nothing to run dry', async (operation) => {
  const call = await validCall(operation, agency)
  await expectRefusedAt('dryRun', operation, { ...call, query: { ...call.query, dryRun: true } })
})

const OBJECTS_IN_BODIES = OPERATIONS.flatMap((operation) =>
  closedObjectsIn(operation.body).map((path) => ({ id: operation.id, operation, path, place: path.join('.') || 'the body' })),
)

test.each(OBJECTS_IN_BODIES)('$id refuses a field that it does not know in $place', async ({ operation, path }) => {
  const call = await validCall(operation, agency)
  await expectRefusedAt([...path, 'no such field'].join('.'), operation, { ...call, body: withUnknownField(call.body ?? {}, path) })
})

const WITHOUT_BODY = OPERATIONS.filter((operation) => operation.method !== 'GET' && !operation.body)

test.each(WITHOUT_BODY)('$id takes no body', async (operation) => {
  await expectRefusedAt('', operation, { ...(await validCall(operation, agency)), body: { noSuchField: 1 } })
})

async function expectRefusedAt(path: string, operation: Operation, call: Call): Promise<void> {
  const before = await contentsOf(world.admin)
  const { status, body }: Answer = await send(agency.api, operation, call)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
  expect(await contentsOf(world.admin)).toEqual(before)
}

type Node = TSchema & { type?: string | string[]; properties?: Record<string, Node>; additionalProperties?: unknown }

/** Every object of a body that takes a closed set of members, by its path. */
function closedObjectsIn(schema: Node | undefined, path: string[] = []): string[][] {
  if (![schema?.type].flat().includes('object')) return []
  const members = Object.entries(schema?.properties ?? {})
  return [
    ...(schema?.additionalProperties === false ? [path] : []),
    ...members.flatMap(([name, member]) => closedObjectsIn(member, [...path, name])),
  ]
}

function withUnknownField(value: unknown, [first, ...rest]: string[]): unknown {
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return first === undefined ? { ...object, 'no such field': 1 } : { ...object, [first]: withUnknownField(object[first], rest) }
}
