import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAt } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

const ACCEPT = { Accept: 'application/json, text/event-stream' }
const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' }

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const send = (body: unknown, headers: Record<string, string> = {}) => agency.api('POST /mcp', { body, headers: { ...ACCEPT, ...headers } })
const callOf = (name: string, given: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })

test('no key and a wrong key are refused before the body is read', async () => {
  for (const api of [world.stranger, apiAt(world.app.baseUrl, 'trv_live_wrong')]) {
    const { status, headers, body } = await api('POST /mcp', { body: '{', headers: ACCEPT })
    expect([status, headers.get('www-authenticate'), headers.get('content-type'), body.code]).toEqual([
      ...[401, 'Bearer', 'application/problem+json; charset=utf-8', 'unauthorized'],
    ])
  }
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not for here', async (method) => {
  const { status, headers, body } = await agency.api(`${method} /mcp`)
  expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([405, 'POST', 'application/problem+json; charset=utf-8'])
  if (method !== 'HEAD') expect(body.code).toBe('method_not_allowed')
})

test('each message stands alone: no session is opened and none is needed', async () => {
  const { status, headers, body } = await send(LIST)
  expect([status, headers.get('mcp-session-id'), headers.get('content-type'), body.id]).toEqual([
    200,
    null,
    'application/json; charset=utf-8',
    7,
  ])
  expect(body.result.tools.length).toBeGreaterThan(0)
})

test('a notification has no answer', async () => {
  const { status, body } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([status, body]).toEqual([202, undefined])
})

test.each([
  ['what is not JSON', '{"jsonrpc":', 400, -32700],
  ['what is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, -32700],
  ['nothing', '', 400, -32700],
  ['JSON that is no message', { hello: 'world' }, 400, -32700],
  ['a batch', [LIST, LIST], 400, -32600],
  ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, 200, -32601],
  ['an unknown tool', callOf('trips_destroy', {}), 200, -32602],
  ['arguments that are no object', callOf('trips_create', [1]), 200, -32602],
  ['a call as a task', { ...callOf('me_get', {}), params: { name: 'me_get', task: { ttl: 1 } } }, 200, -32603],
])('%s is an error of the protocol', async (_what, body, status, code) => {
  const answer = await send(body)
  expect([answer.status, answer.body.jsonrpc, answer.body.error.code]).toEqual([status, '2.0', code])
  expect(world.faults).toEqual([])
})

test('arguments nested without end are refused like any other', async () => {
  const depth = 20_000
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
  const { status, body } = await send(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"trips_create","arguments":{"title":${deep}}}}`,
  )
  expect([status, body.result.isError, body.result.structuredContent.code]).toEqual([200, true, 'invalid_request'])
})

test('bodies over a megabyte and of other types are refused', async () => {
  const large = await send(callOf('trips_create', { title: 'x'.repeat(1024 * 1024) }))
  expect([large.status, large.body.code]).toEqual([413, 'payload_too_large'])
  const text = await send(JSON.stringify(LIST), { 'Content-Type': 'text/plain' })
  expect([text.status, text.body.code]).toEqual([415, 'unsupported_media_type'])
})

test('the transport’s own rules hold: what is accepted, and which version is spoken', async () => {
  const picky = await agency.api('POST /mcp', { body: LIST, headers: { Accept: 'application/json' } })
  expect([picky.status, picky.body.error.code]).toEqual([406, -32000])
  const future = await send(LIST, { 'MCP-Protocol-Version': '2099-01-01' })
  expect([future.status, future.body.error.code]).toEqual([400, -32000])
})

test('pages of other origins are refused, our own are not', async () => {
  const foreign = await send(LIST, { Origin: 'https://evil.example' })
  expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden'])
  expect((await send(LIST, { Origin: world.app.baseUrl() })).status).toBe(200)
})

test('the headers of REST are on the answer too', async () => {
  const { headers, body } = await send(callOf('trips_create', { title: 'Headers' }))
  expect(headers.get('service-change-id')).toBe(body.result._meta.changeId)
  expect(headers.get('ratelimit')).toContain('"key";r=')
  expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
