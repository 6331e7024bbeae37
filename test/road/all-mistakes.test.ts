import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'
import { written } from './written-rows.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

async function refused(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  expectProblem(given, 'invalid_request')
  expect(await written(world.admin, agency.id)).toEqual({ trips: 0, changes: 0, captures: 0, outbox: 0, records: 0 })
  return given
}

describe('all mistakes of one request are told at once, each with its path', () => {
  test('in the body and in the query together', async () => {
    const body = {
      ...{ title: '', startDate: '2027-02-30', travelers: 'two', ownerId: 'me', coverImageUrl: 'ftp://example.com/a.jpg', nights: 3 },
      ...{
        presentation: { brandColor: 'red', font: 'inter', headerMedia: { type: 'gif' } },
        profile: { avoid: ['ok', 7] },
        metadata: { 'a b': 'x', c: 1 },
      },
    }
    const answer = await refused(agency.api('POST /v1/trips', { body, query: { notify: 'yes' } }))
    expect(pathsOf(answer)).toEqual(
      [
        ...['coverImageUrl', 'metadata.a b', 'metadata.c', 'notify', 'nights', 'ownerId', 'presentation.brandColor', 'presentation.font'],
        ...['presentation.headerMedia.type', 'presentation.headerMedia.url', 'profile.avoid[1]', 'startDate', 'title', 'travelers'],
      ].sort(),
    )
  })

  test('also beside text or numbers that no field could hold', async () => {
    const answer = await refused(
      agency.api('POST /v1/trips', { body: String.raw`{"title":"\u0000","travelers":1e400,"metadata":{"k":"\ud83d"},"nights":3}` }),
    )
    expect(pathsOf(answer)).toEqual(['metadata.k', 'nights', 'title', 'travelers'])
  })

  test('also beside a query member given twice and a key that is too long', async () => {
    const answer = await refused(
      agency.api('POST /v1/trips?dryRun=perhaps&notify=1&notify=2', {
        body: { title: '' },
        headers: { 'Idempotency-Key': 'k'.repeat(256) },
      }),
    )
    expect([...new Set(pathsOf(answer))]).toEqual(['Idempotency-Key', 'dryRun', 'notify', 'title'])
  })
})
