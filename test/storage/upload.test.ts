import { existsSync, readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, problemOf, put, startedUpload } from '../harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

const MAX = 52_428_800

let world: World
let agency: TestAgency
let tripId: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  tripId = (await agency.newTrip()).id
})
afterAll(() => world.stop())

const start = () => startedUpload(agency, tripId)
const complete = (documentId: string) => agency.api(`POST /v1/documents/${documentId}/complete`)
const drafts = () => (existsSync(world.storageFolder) ? readdirSync(join(world.storageFolder, 'incoming')) : [])

/** What a request that is written by hand is answered, until the server ends the connection. */
function talk(url: string, headers: string, write: (socket: Socket) => unknown): Promise<string> {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
      write(socket)
    })
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

test('50 MB are taken, and lie where nobody else may read them', async () => {
  const { documentId, uploadUrl, headers } = await start()
  const answer = await put(uploadUrl, Buffer.alloc(MAX, 'a'), headers)
  expect([answer.status, await answer.text(), answer.headers.get('set-cookie')]).toEqual([200, '', null])
  expect((await complete(documentId)).body.byteSize).toBe(MAX)
  const place = join(world.storageFolder, agency.id, documentId.slice(-2), documentId)
  expect(statSync(place).mode & 0o777).toBe(0o700)
  for (const file of readdirSync(place)) expect(statSync(join(place, file)).mode & 0o777).toBe(0o600)
})

test.each([
  ['as soon as its length is told', Buffer.alloc(MAX + 1), {}],
  ['when the bytes that were not told of are too many', streamOf(MAX + 1), { duplex: 'half' }],
])('a byte more is refused %s, and nothing of it stays', async (_, body, more) => {
  const { documentId, uploadUrl, headers } = await start()
  const answer = await fetch(uploadUrl, { method: 'PUT', headers, body, ...more } as RequestInit)
  expect([answer.status, (await problemOf(answer)).code]).toEqual([413, 'payload_too_large'])
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect((await complete(documentId)).body.code).toBe('upload_missing')
  expect(drafts()).toEqual([])
  // the address is still good for what is not too large
  expect((await put(uploadUrl, 'small', headers)).status).toBe(200)
  expect((await complete(documentId)).body.byteSize).toBe(5)
})

function streamOf(size: number): ReadableStream {
  let left = size
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(Math.min(left, 1024 * 1024)))
      left -= Math.min(left, 1024 * 1024)
      if (left === 0) controller.close()
    },
  })
}

test('a client that leaves in the middle leaves nothing, and may come again', async () => {
  const { documentId, uploadUrl, headers } = await start()
  await talk(uploadUrl, 'Content-Length: 1000000\r\n', async (socket) => {
    socket.write(Buffer.alloc(300_000))
    await waitFor(() => drafts().length === 1)
    socket.destroy()
  })
  await waitFor(() => drafts().length === 0)
  expect((await complete(documentId)).body.code).toBe('upload_missing')
  expect((await put(uploadUrl, 'hola', headers)).status).toBe(200)
  expect((await complete(documentId)).body.byteSize).toBe(4)
  expect(world.faults).toEqual([])
})

async function waitFor(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 20))
}

// the test waits for the server's own patience to end, however long that takes on this machine
test('a client that hangs in the middle, or dribbles, is turned away; one that is slow and goes on is not, and nobody waits for them', async () => {
  const hanging = await start()
  const dribbling = await start()
  const steady = await start()
  let over = false
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('a'), 250)
    socket.on('close', () => clearInterval(timer))
  }
  const slow = Promise.all([
    talk(hanging.uploadUrl, 'Content-Length: 1000000\r\n', (socket) => socket.write(Buffer.alloc(300_000))),
    talk(dribbling.uploadUrl, 'Content-Length: 1000000\r\n', drip),
  ]).finally(() => {
    over = true
  })
  const pieces = 20
  const walk = async (socket: Socket) => {
    for (let piece = 0; piece < pieces; piece++) {
      socket.write(Buffer.alloc(500_000))
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
  const walked = talk(steady.uploadUrl, `Connection: close\r\nContent-Length: ${pieces * 500_000}\r\n`, walk)
  do {
    expect((await agency.api('GET /v1/me')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
  } while (!over)
  for (const answer of await slow) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"code":"request_timeout"')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  }
  expect(await walked).toMatch(/^HTTP\/1\.1 200 /)
  expect((await complete(steady.documentId)).body.byteSize).toBe(pieces * 500_000)
  await waitFor(() => drafts().length === 0)
  for (const { documentId } of [hanging, dribbling]) expect((await complete(documentId)).body.code).toBe('upload_missing')
  expect(world.faults).toEqual([])
}, 300_000)

test('an address takes bytes once: what is there is never replaced', async () => {
  const { documentId, uploadUrl, headers } = await start()
  const answers = await Promise.all(['one', 'two'].map((bytes) => put(uploadUrl, bytes, headers)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const kept = answers[0]?.status === 200 ? 'one' : 'two'
  await complete(documentId)
  const again = await put(uploadUrl, 'three', headers)
  expect([again.status, (await problemOf(again)).code]).toEqual([409, 'already_complete'])
  expect(await bytesOf(agency, documentId)).toBe(kept)
  expect(drafts()).toEqual([])
})

test.each(['pdf', 'text/', 'a/b, c/d', ''])('%j is no content type', async (type) => {
  const { uploadUrl } = await start()
  const answer = await put(uploadUrl, 'hola', { 'Content-Type': type })
  expect([answer.status, (await problemOf(answer)).errors[0].path]).toEqual([400, 'Content-Type'])
})

test('JSON is bytes like all others, and is not read', async () => {
  const { documentId, uploadUrl } = await start()
  expect((await put(uploadUrl, '{"no json', { 'Content-Type': 'application/json' })).status).toBe(200)
  expect((await complete(documentId)).body).toMatchObject({ mimeType: 'application/json', byteSize: 9 })
})

test('forms, which a browser sends to anybody, are bytes as well, and an upload needs no key', async () => {
  const { documentId, uploadUrl } = await start()
  expect((await put(uploadUrl, 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: 'session=1' })).status).toBe(200)
  expect((await complete(documentId)).body.byteSize).toBe(3)
})
