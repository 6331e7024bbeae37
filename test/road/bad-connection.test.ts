import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem, pathsOf } from './expect-problem.ts'
import { rawRequest, sendBytes } from './raw-http.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())
afterEach(async () => {
  expect(world.faults.splice(0)).toEqual([])
  // whatever came in, the service goes on
  expect((await agency.api('GET /v1/me')).status).toBe(200)
})

const authorized = (headers: Record<string, string> = {}) => ({ Authorization: `Bearer ${agency.key.secret}`, ...headers })
const send = (bytes: string | Uint8Array) => sendBytes(world.app.baseUrl(), bytes)

describe('headers', () => {
  test('an Idempotency-Key of 20 KB is refused, any other header of 20 KB is nobody’s business', async () => {
    const long = await agency.api('POST /v1/trips', { body: { title: 'a' }, headers: { 'Idempotency-Key': 'k'.repeat(20_000) } })
    expectProblem(long, 'invalid_request')
    expect(pathsOf(long)).toEqual(['Idempotency-Key'])
    for (const name of ['X-Anything', 'Cookie', 'Accept', 'User-Agent', 'Traceparent']) {
      expect((await agency.api('GET /v1/me', { headers: { [name]: 'x'.repeat(20_000) } })).status).toBe(200)
    }
  })

  test('an Idempotency-Key given twice is refused', async () => {
    const request = rawRequest(
      'POST /v1/trips',
      authorized({ 'Content-Type': 'application/json', 'Idempotency-Key': 'a\r\nIdempotency-Key: b' }),
      '{"title":"a"}',
    )
    const answer = await send(request)
    expectProblem(answer, 'invalid_request')
    expect(pathsOf(answer)).toEqual(['Idempotency-Key'])
  })

  test('headers of 200 KB are too large', async () => {
    expectProblem(await send(rawRequest('GET /v1/me', authorized({ 'X-Long': 'x'.repeat(200_000) }))), 'headers_too_large')
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`X-${index}`, 'a'.repeat(10)]))
    expectProblem(await send(rawRequest('GET /v1/me', authorized(many))), 'headers_too_large')
  })

  const BROKEN = [
    ...[
      '',
      'Bearer',
      'Bearer ',
      'Basic dXNlcjpwYXNz',
      'Bearer trv_live_',
      `Bearer trv_live_${'a'.repeat(31)}`,
      `Bearer trv_live_${'a'.repeat(32)}`,
    ],
    ...[
      `Bearer trv_live_${'a'.repeat(10_000)}`,
      'Bearer null',
      'Bearer undefined',
      'Bearer [object Object]',
      'Bearer ../../etc',
      'Bearer __proto__',
    ],
    ...["Bearer ' or true --", 'Bearer \xff\xfe', 'trv_live_', 'Token abc', 'Bearer a b', 'Bearer,Bearer', '{"bearer":"x"}'],
  ]
  test.each(BROKEN.map((authorization) => [authorization.slice(0, 50), authorization]))(
    'Authorization: %s is nobody',
    async (_start, authorization) => {
      const answer = await send(rawRequest('GET /v1/me', { Authorization: authorization }))
      expectProblem(answer, 'unauthorized')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  test.each([
    ['without its scheme', (secret: string) => secret],
    ['under another scheme', (secret: string) => `Basic ${secret}`],
    ['with a character more', (secret: string) => `Bearer ${secret}a`],
    ['with a character less', (secret: string) => `Bearer ${secret.slice(0, -1)}`],
    ['with another last character', (secret: string) => `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`],
    ['in capitals', (secret: string) => `Bearer ${secret.toUpperCase()}`],
    ['with junk behind', (secret: string) => `Bearer ${secret} junk`],
    ['twice', (secret: string) => `Bearer ${secret}, Bearer ${secret}`],
    ['in quotes', (secret: string) => `Bearer "${secret}"`],
  ])('a true secret %s opens nothing', async (_how, header) => {
    expectProblem(await send(rawRequest('GET /v1/me', { Authorization: header(agency.key.secret) })), 'unauthorized')
  })

  test('a stranger is turned away before a word of the body is read', async () => {
    const announced = rawRequest('POST /v1/trips', { 'Content-Type': 'application/json', 'Content-Length': '900000' })
    expectProblem(await send(announced), 'unauthorized')
    expectProblem(await world.stranger('POST /v1/trips', { body: '{' }), 'unauthorized')
    expectProblem(await world.stranger('POST /v1/trips', { body: 'x', headers: { 'Content-Type': 'text/plain' } }), 'unauthorized')
  })
})

describe('bytes that are not HTTP', () => {
  test.each([
    ['noise', Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 37 + 11) % 256))],
    ['a TLS hello', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a word', 'HELLO\r\n\r\n'],
    ['an unknown method', 'FOO /v1/me HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown version', 'GET /v1/me HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['NUL in a header', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['a header without a colon', 'GET /v1/me HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
    ['no host', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two lengths', 'POST /v1/trips HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a negative length', 'POST /v1/trips HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
    ['a length that is no number', 'POST /v1/trips HTTP/1.1\r\nHost: a\r\nContent-Length: ten\r\n\r\n'],
    ['a length and chunks', 'POST /v1/trips HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a raw space in the address', 'GET /v1/trips?q=a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s is answered with a problem, and the connection is closed', async (_what, bytes) => {
    expectProblem(await send(bytes), 'invalid_request')
  })

  test('junk behind a whole request ends the connection, after its answer or in its place', async () => {
    const request = rawRequest('GET /v1/me', authorized({ Connection: 'keep-alive' }))
    const { hostname, port } = new URL(world.app.baseUrl())
    const text = await new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(Number(port), hostname, () => socket.write(Buffer.concat([request, Buffer.from('\0\0junk\r\n\r\n')])))
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
      socket.on('error', () => {})
    })
    expect(text.match(/HTTP\/1\.1 \d+/g)?.join()).toMatch(/^(HTTP\/1\.1 200,)?HTTP\/1\.1 400$/)
  })

  test('a client that leaves in the middle of its body leaves nothing behind', async () => {
    const count = async () => (await world.admin.query('select count(*) from trips')).rows
    const before = await count()
    const { hostname, port } = new URL(world.app.baseUrl())
    const cut = rawRequest('POST /v1/trips', authorized({ 'Content-Type': 'application/json', 'Content-Length': '50' }), '{"title":"half')
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(cut, () => socket.destroy()))
      socket.on('close', () => resolve())
    })
    expect(await count()).toEqual(before)
  })
})
