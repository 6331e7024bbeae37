import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  for (const title of ['One', 'Two', 'Three']) await agency.api('POST /v1/trips', { body: { title } })
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

test('what is not a cursor of this very list is refused at path cursor', async () => {
  const page = async (query: Record<string, string>, api = agency.api) => api('GET /v1/trips', { query })
  const { nextCursor } = (await page({ limit: '1' })).body
  expect((await page({ limit: '2', cursor: nextCursor })).status).toBe(200)
  const [belongsTo, at, id] = Buffer.from(nextCursor, 'base64url').toString().split(' ')
  const made = (...parts: (string | undefined)[]) => Buffer.from(parts.join(' ')).toString('base64url')
  const garbage = [
    ...['x', '0', '-1', '💥', '%', '\0', 'null', 'undefined', '{}', '__proto__', '../..', "' or 1=1", 'a'.repeat(500), 'a'.repeat(501), ''],
    ...[
      nextCursor.slice(0, -1),
      nextCursor.slice(1),
      `x${nextCursor}`,
      `${nextCursor}AAAA`,
      nextCursor.toUpperCase(),
      nextCursor.repeat(2),
    ],
    ...[made(belongsTo, '2026-02-30T25:61:61.000Z', id), made(belongsTo, at, '-'.repeat(36)), made(belongsTo, at, `${id}0`)],
    ...[made(belongsTo, 'infinity', id), made(belongsTo, at), made('AAAAAAAAAAA', at, id), made(belongsTo, '0000-00-00T00:00:00.000Z', id)],
  ]
  for (const cursor of garbage) {
    const answer = await page({ cursor })
    expect([cursor, answer.status, answer.body.code]).toEqual([cursor, 400, 'invalid_request'])
    expect(pathsOf(answer)).toEqual(['cursor'])
  }
})

test('a cursor does not fit another list, filter, order or agency', async () => {
  const cursor = (await agency.api('GET /v1/trips', { query: { limit: '1' } })).body.nextCursor
  const other = await world.newAgency()
  const misuses = [
    agency.api('GET /v1/trips', { query: { cursor, sort: 'updatedAt' } }),
    agency.api('GET /v1/trips', { query: { cursor, q: 'o' } }),
    agency.api('GET /v1/trips/archived', { query: { cursor } }),
    agency.api('GET /v1/changes', { query: { cursor } }),
    other.api('GET /v1/trips', { query: { cursor } }),
  ]
  for (const answer of await Promise.all(misuses)) {
    expectProblem(answer, 'invalid_request')
    expect(pathsOf(answer)).toEqual(['cursor'])
  }
})
