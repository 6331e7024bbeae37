import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'
import { rawRequest, sendBytes } from './raw-http.ts'

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  for (const title of ['One', 'Two', 'Three']) tripId = (await agency.api('POST /v1/trips', { body: { title } })).body.id
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

/** Past every client that would mend the address first. */
const ask = (line: string, headers: Record<string, string> = {}) =>
  sendBytes(world.app.baseUrl(), rawRequest(line, { Authorization: `Bearer ${agency.key.secret}`, ...headers }))

describe('query strings', () => {
  test.each([
    ['limit=1&limit=2', 'limit'],
    ['limit=1&limit=1', 'limit'],
    ['sort=updatedAt&limit=1&sort=updatedAt', 'sort'],
    ['metadata[a]=1&metadata[a]=2', 'metadata[a]'],
    ['%6cimit=1&limit=2', 'limit'],
    ['bogus=1&bogus=2', 'bogus'],
  ])('%s is given more than once', async (query, path) => {
    const answer = await ask(`GET /v1/trips?${query}`)
    expectProblem(answer, 'invalid_request')
    expect(pathsOf(answer)).toContain(path)
  })

  const REFUSED = [
    ...[
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=1e1',
      'limit=',
      'limit',
      'limit=+5',
      'limit=0x10',
      'limit=99999999999999999999',
    ],
    ...['limit=NaN', 'limit=Infinity', 'limit=1%00', 'limit=１０', 'limit[]=1', 'limit[a]=1'],
    ...['q=', 'q=%00', 'q=a%00b', `q=${'x'.repeat(201)}`],
    ...[
      'updatedSince=yesterday',
      'updatedSince=2026-02-30T00:00:00Z',
      'updatedSince=2026-01-01',
      'updatedSince=2026-01-01T00:00:00+99:00',
      'updatedSince=',
    ],
    ...['updatedSince=0000-01-01T00:00:00Z', 'updatedSince=%2B275760-09-13T00:00:00Z'],
    ...['ownerId=1', 'ownerId=%00', 'publication=Draft', 'sort=title', 'commercialState=', 'thisKeyOnly=1'],
    ...[
      'metadata=1',
      'metadata[]=1',
      'metadata[a][b]=1',
      'metadata[a%20b]=1',
      'metadata[%00]=1',
      'metadata[a]=%00',
      `metadata[a]=${'x'.repeat(501)}`,
    ],
    'metadata[a]=1&metadata[b]=1&metadata[c]=1&metadata[d]=1&metadata[e]=1&metadata[f]=1',
    ...['dryRun=true', 'Limit=1', '=1', '&&=&', '%00=1'],
  ]
  test.each(REFUSED.map((query) => [query.slice(0, 50), query]))('%s is refused', async (_start, query) => {
    const answer = await ask(`GET /v1/trips?${encodeURI(query).replaceAll('%25', '%')}`)
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors.length).toBeGreaterThan(0)
  })

  test.each(['q=%', 'q=%zz', 'q=%C3%28', 'q=%ED%A0%80', '%FF=1', 'metadata[%C0%AF]=1', 'q=%F0%9F%98'])(
    '%s is not percent-encoded UTF-8',
    async (query) => {
      expectProblem(await ask(`GET /v1/trips?${query}`), 'invalid_request')
    },
  )

  test.each(['dryRun=yes', 'dryRun=1', 'dryRun=', 'dryRun=true&dryRun=true', 'dryRun[a]=true', 'dryRun=TRUE'])(
    '%s never turns a write into something else',
    async (query) => {
      const count = async () => (await world.admin.query('select count(*) from trips')).rows
      const before = await count()
      const answer = await agency.api(`POST /v1/trips?${query}`, { body: { title: 'Perhaps' } })
      expectProblem(answer, 'invalid_request')
      expect(await count()).toEqual(before)
    },
  )

  test('what is searched for is text, never a pattern or a statement', async () => {
    for (const q of ['%', '_', '\\', "'", "' or true --", '"', '\\%', '$1', '😀', '\u202e']) {
      const { status, body } = await agency.api('GET /v1/trips', { query: { q } })
      expect([q, status, body.data]).toEqual([q, 200, []])
    }
  })
})

describe('paths', () => {
  test.each([
    ['GET /v1/trips/not-an-id', 'invalid_request'],
    ['GET /v1/trips/%00', 'invalid_request'],
    ['GET /v1/trips/%F0%9F%98%80', 'invalid_request'],
    ['GET /v1/trips/..%2F..%2Fetc%2Fpasswd', 'invalid_request'],
    ['GET /v1/trips/__proto__', 'invalid_request'],
    ['GET /v1/trips/%', 'invalid_request'],
    ['GET /v1/trips/%zz', 'invalid_request'],
    ['GET /v1/trips/%C3%28', 'invalid_request'],
    ['GET /v1/trips/%ED%A0%80', 'invalid_request'],
    ['GET /v1/trips/00000000-0000-0000-0000-000000000000', 'not_found'],
    ['GET /v1/changes/constructor', 'invalid_request'],
    ['GET /v1/nothing', 'not_found'],
    ['GET /v1', 'not_found'],
    ['GET //v1/trips', 'not_found'],
    ['GET /v1/trips/', 'invalid_request'],
    ['GET /V1/trips', 'not_found'],
    ['GET /v1/trips;a=b', 'not_found'],
    ['GET /v1/__proto__', 'not_found'],
    ['GET /%', 'invalid_request'],
    ['GET /v1/%zz', 'invalid_request'],
    ['PUT /v1/nothing', 'not_found'],
  ] as const)('%s is %s', async (line, code) => {
    expectProblem(await ask(line), code)
  })

  test.each([600, 10_000, 60_000])('a path parameter of %i characters is refused clearly', async (length) => {
    const answer = await ask(`GET /v1/trips/${'a'.repeat(length)}`)
    expect([400, 404, 414]).toContain(answer.status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.body.code).toMatch(/^(invalid_request|not_found)$/)
  })

  test.each([
    ['PUT /v1/trips', 'GET, HEAD, POST'],
    ['DELETE /v1/trips', 'GET, HEAD, POST'],
    ['OPTIONS /v1/trips', 'GET, HEAD, POST'],
    ['POST /v1/me', 'GET, HEAD'],
    ['PUT /v1/trips/{tripId}', 'GET, HEAD, PATCH, DELETE'],
    ['GET /v1/trips/{tripId}/restore', 'POST'],
    ['PATCH /v1/trips/archived', 'GET, HEAD'],
    ['TRACE /v1/trips', 'GET, HEAD, POST'],
    ['PROPFIND /v1/trips', 'GET, HEAD, POST'],
  ])('%s is told which methods there are', async (line, allowed) => {
    const answer = await ask(line.replace('{tripId}', tripId))
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.split(', ').sort())
  })
})
