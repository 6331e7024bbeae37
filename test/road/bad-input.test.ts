import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())
afterEach(() => expect(world.faults.splice(0)).toEqual([]))

const create = (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> =>
  agency.api('POST /v1/trips', { body, headers })
const counts = async () =>
  (await world.admin.query('select (select count(*) from trips) as trips, (select count(*) from changes) as changes')).rows[0]

async function refused(answer: Promise<Answer>, path?: string): Promise<Answer> {
  const before = await counts()
  const given = await answer
  expectProblem(given, 'invalid_request')
  if (path !== undefined) expect(pathsOf(given)).toContain(path)
  expect(await counts()).toEqual(before)
  return given
}

describe('text that no field could hold is refused where it stands', () => {
  test.each([
    ['NUL in a value', String.raw`{"title":"a\u0000b"}`, 'title'],
    ['NUL in a nested value', String.raw`{"title":"a","profile":{"avoid":["x","\u0000"]}}`, 'profile.avoid[1]'],
    ['NUL in a value of metadata', String.raw`{"title":"a","metadata":{"k":"\u0000"}}`, 'metadata.k'],
    ['NUL in a key of metadata', String.raw`{"title":"a","metadata":{"a\u0000":"x"}}`, undefined],
    ['NUL in the name of a field', String.raw`{"title":"a","tit\u0000le":"x"}`, undefined],
    ['a first half of a character', String.raw`{"title":"\ud83d"}`, 'title'],
    ['a second half of a character', String.raw`{"title":"\ude00"}`, 'title'],
    ['two halves the wrong way round', String.raw`{"title":"\ude00\ud83d"}`, 'title'],
    ['half a character in a key', String.raw`{"title":"a","metadata":{"\ud83d":"x"}}`, undefined],
  ])('%s', async (_what, body, path) => {
    await refused(create(body), path)
  })

  test('whole characters of every kind are kept as they came', async () => {
    const title = 'Ñandú 日本 🗾 👨‍👩‍👧 e\u0301 \u202eRTL\u202c שלום \u{10ffff}\ufffd\u0001\u007f'
    const { status, body } = await agency.api('POST /v1/trips', { body: { title, metadata: { note: title } } })
    expect(status).toBe(201)
    const { body: read } = await agency.api(`GET /v1/trips/${body.id}`)
    expect([read.title, read.metadata.note]).toEqual([title, title])
  })
})

describe('bodies that are too deep, too large or too precise', () => {
  test.each([
    ['arrays', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['arrays in a field', `{"title":"a","profile":{"avoid":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`],
    ['arrays that never end', '['.repeat(900_000)],
  ])('10,000 levels of %s', async (_what, body) => {
    await refused(create(body))
  })

  test('a body may have 1 MB and not a byte more, whether its length is announced or not', async () => {
    const sized = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`
    await refused(create(sized(1024 * 1024)), 'title')
    expectProblem(await create(sized(1024 * 1024 + 1)), 'payload_too_large')
    expectProblem(await create(sized(2_000_000)), 'payload_too_large')
    const chunks = new Response(sized(2_000_000)).body
    const headers = { Authorization: `Bearer ${agency.key.secret}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${world.app.baseUrl()}/v1/trips`, {
      method: 'POST',
      headers,
      body: chunks,
      duplex: 'half',
    } as RequestInit)
    expectProblem({ status: response.status, headers: response.headers, body: await response.json() }, 'payload_too_large')
  })

  test.each(['1e400', '-1e400', '9007199254740993', '1e308', '-0', '0', '1.5', '41', '-9007199254740993', '1e-400', '"2"', 'true', '[2]'])(
    'a headcount of %s',
    async (number) => {
      await refused(create(`{"title":"a","travelers":${number}}`), 'travelers')
    },
  )

  test('2.0 and 2e0 are the integer 2', async () => {
    for (const number of ['2.0', '2e0']) expect((await create(`{"title":"a","travelers":${number}}`)).body.travelers).toBe(2)
  })
})

describe('names that every object inherits are names like any other', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

  test.each(NAMES)('%s as a key of metadata comes back, is found, and is removed', async (name) => {
    const made = await create(`{"title":"${name}","metadata":{"${name}":"kept"}}`)
    expect(made.status).toBe(201)
    expect(Object.entries(made.body.metadata)).toEqual([[name, 'kept']])
    const found = await agency.api('GET /v1/trips', { query: { [`metadata[${name}]`]: 'kept' } })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
    const changed = await agency.api(`PATCH /v1/trips/${made.body.id}`, { body: `{"metadata":{"${name}":null}}` })
    expect([changed.status, Object.keys(changed.body.metadata)]).toEqual([200, []])
  })

  test.each(NAMES)('%s as a field or a query member is unknown', async (name) => {
    await refused(create(`{"title":"a","${name}":{"title":"b"}}`), name)
    await refused(create(`{"title":"a","profile":{"${name}":"b"}}`), `profile.${name}`)
    await refused(agency.api(`GET /v1/trips?${name}=1`), name)
    await refused(agency.api(`GET /v1/trips?${name}[${name}]=1`))
  })
})

describe('bodies that are not the JSON object that was asked for', () => {
  test.each(['[]', '"text"', 'null', '12', 'true', '[{"title":"a"}]'])('%s', async (body) => {
    await refused(create(body))
  })

  test.each([
    '{',
    '{"title":}',
    "{'title':'a'}",
    '{"title":"a"} x',
    '{"title":"a",}',
    'NaN',
    '{"title":"a\nb"}',
    '\u0000',
    '{"title":"\\x41"}',
    '{"title":"a"}{}',
  ])('malformed: %j', async (body) => {
    await refused(create(body))
  })

  test.each([
    ['bytes of no character', [0xff, 0xfe]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['a character cut short', [0xf0, 0x9f, 0x98]],
  ])('invalid UTF-8: %s', async (_what, bytes) => {
    await refused(create(Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')])))
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/jsonx',
    'application/merge-patch+json',
    'multipart/form-data; boundary=x',
    'json',
    ';;;',
    '/',
  ])('the content type %s is not supported, and says so', async (type) => {
    const before = await counts()
    expectProblem(await create('{"title":"a"}', { 'Content-Type': type }), 'unsupported_media_type')
    expect(await counts()).toEqual(before)
  })

  test('a body without a content type is not guessed at', async () => {
    const headers = { Authorization: `Bearer ${agency.key.secret}` }
    const response = await fetch(`${world.app.baseUrl()}/v1/trips`, { method: 'POST', headers, body: Buffer.from('{"title":"a"}') })
    expectProblem({ status: response.status, headers: response.headers, body: await response.json() }, 'unsupported_media_type')
  })

  test('JSON with a charset, in any case, is JSON', async () => {
    expect((await create('{"title":"ñ"}', { 'Content-Type': 'Application/JSON; charset=UTF-8' })).body.title).toBe('ñ')
  })

  test('an operation that takes no body refuses one, and is fine with an empty one', async () => {
    const { body: trip } = await agency.api('POST /v1/trips', { body: { title: 'a' } })
    await refused(agency.api(`DELETE /v1/trips/${trip.id}`, { body: { force: true } }))
    await refused(agency.api(`DELETE /v1/trips/${trip.id}`, { body: '[]' }))
    expect((await agency.api(`DELETE /v1/trips/${trip.id}`, { body: {} })).status).toBe(200)
    await refused(agency.api(`POST /v1/trips/${trip.id}/restore`, { body: 'null' }))
    expect((await agency.api(`POST /v1/trips/${trip.id}/restore`)).status).toBe(200)
  })
})
