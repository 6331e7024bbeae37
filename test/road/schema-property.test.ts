import { randomUUID } from 'node:crypto'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { mistakes } from '../../src/operations/input.ts'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import { type ProblemCode, ROAD_PROBLEMS, WRITE_PROBLEMS } from '../../src/operations/problem.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { valuesOf } from './from-schema.ts'
import { rawRequest, sendBytes } from './raw-http.ts'
import { addressPieces, spoiled } from './spoiled.ts'

// however many operations there are, all together take about as long
const RUNS = Math.max(8, Math.floor(500 / OPERATIONS.length))

let world: World
let agency: TestAgency
let ids: Record<string, string>
let succeeded = 0
let refused = 0
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())
beforeEach(async () => {
  const made = await agency.api('POST /v1/trips', { body: { title: 'Known' } })
  const changed = await agency.api(`PATCH /v1/trips/${made.body.id}`, { body: { metadata: { known: 'yes' } } })
  ids = { tripId: made.body.id, changeId: changed.headers.get('service-change-id') as string, ownerId: agency.userId }
})

const asQuery = (query: object): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, member]) => [`${name}[${key}]`, String(member)])
        : [[name, String(value)]],
    ),
  ).toString()

/** Nobody makes up a cursor: what one takes has tests of its own. */
const queries = ({ query }: Operation): Arbitrary<object> => {
  const { cursor: _, ...properties } = query.properties
  return valuesOf({ ...query, properties }, Object.values(ids)) as Arbitrary<object>
}

const asPath = ({ path }: Operation, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '')

/** Each parameter is mostly the id of something that is there. */
const pathParams = ({ params }: Operation): Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      Object.keys(params.properties).map((name) => [
        name,
        fc.constantFrom(ids[name] ?? randomUUID(), ids[name] ?? randomUUID(), randomUUID()),
      ]),
    ),
  )

const send = ({ method }: Operation, address: string, body: string | undefined): Promise<Answer> =>
  sendBytes(
    world.app.baseUrl(),
    rawRequest(
      `${method} ${address}`,
      { Authorization: `Bearer ${agency.key.secret}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      body,
    ),
  )

/** Whatever it was, the answer is good or a problem that the operation lists, and nothing went wrong on our side. */
function expectFair(operation: Operation, answer: Answer) {
  expect(world.faults.splice(0)).toEqual([])
  if (answer.status < 400) return
  const known: ProblemCode[] = [...operation.problems, ...ROAD_PROBLEMS, ...(isWrite(operation) ? WRITE_PROBLEMS : [])]
  expect(known).toContain(answer.body.code)
  expect(answer.status).toBeLessThan(500)
  expectProblem(answer, answer.body.code)
}

describe.each([...OPERATIONS].map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const known = () => Object.values(ids)

  test('takes whatever its schemas take, or says why not', async () => {
    const body = operation.body ? valuesOf(operation.body, known()) : fc.constant(undefined)
    const property = fc.asyncProperty(pathParams(operation), queries(operation), body, fc.boolean(), async (params, query, value, dry) => {
      expect([...mistakes(operation.query, query), ...(operation.body ? mistakes(operation.body, value) : [])]).toEqual([])
      const asked = isWrite(operation) && dry ? { ...query, dryRun: true } : query
      const answer = await send(
        operation,
        `${asPath(operation, params)}?${asQuery(asked)}`,
        value === undefined ? undefined : JSON.stringify(value),
      )
      expectFair(operation, answer)
      expect(answer.status).not.toBe(413)
      if (answer.status < 400) succeeded++
      else refused++
    })
    await fc.assert(property, { numRuns: RUNS })
  })

  test('answers a fair problem to whatever its schemas do not take', async () => {
    const body = operation.body ? spoiled(valuesOf(operation.body, known())) : fc.option(spoiled(fc.constant({})), { nil: undefined })
    const property = fc.asyncProperty(pathParams(operation), queries(operation), body, async (params, query, value) => {
      const text = JSON.stringify(value)
      const answer = await send(operation, `${asPath(operation, params)}?${asQuery(query)}`, operation.method === 'GET' ? undefined : text)
      expectFair(operation, answer)
      const fits = operation.body && text !== undefined && mistakes(operation.body, JSON.parse(text)).length === 0
      if (operation.body && text !== undefined && !fits) expect(answer.status).toBe(400)
    })
    await fc.assert(property, { numRuns: RUNS * 2 })
  })

  test('answers a fair problem to whatever stands in its address', async () => {
    const name = fc.oneof(fc.constantFrom(...Object.keys(operation.query.properties), 'dryRun', 'cursor', '__proto__'), addressPieces)
    const query = fc.array(
      fc.tuple(name, addressPieces).map(([key, value]) => `${key}=${value}`),
      { maxLength: 4 },
    )
    const params = fc.record(
      Object.fromEntries(
        Object.keys(operation.params.properties).map((param) => [param, fc.oneof(fc.constant(ids[param] ?? randomUUID()), addressPieces)]),
      ),
    )
    const property = fc.asyncProperty(params, query, async (path, pairs) => {
      const answer = await send(operation, `${asPath(operation, path)}?${pairs.join('&')}`, operation.body && '{}')
      // another path may be no operation's, or another one's
      if (answer.status >= 400) expectProblem(answer, answer.body.code)
      expect(world.faults.splice(0)).toEqual([])
      expect(answer.status).toBeLessThan(500)
    })
    await fc.assert(property, { numRuns: RUNS })
  })
})

test('most of what the schemas take was done: the rules of the trade refuse the exception', () => {
  expect(succeeded).toBeGreaterThan((succeeded + refused) / 5)
})
