import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { expectProblem } from './expect-problem.ts'
import { type ServerProcess, startServer } from './server-process.ts'

// a request or two more than a process takes at once
const BOUND = 1000
const FOR_EVER = { timeout: 50_000, interval: 20 }

let world: World
let agency: TestAgency
let server: ServerProcess
const sockets: Socket[] = []
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  server = await startServer(world.scratch.environment)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server?.kill()
  await world.stop()
})

/** A create whose body never comes: it runs until its connection ends. */
function halfARequest(): Promise<Socket> {
  const { hostname, port } = new URL(server.baseUrl)
  const head = `POST /v1/trips HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${agency.key.secret}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(head, () => resolve(socket)))
    socket.once('error', reject)
    sockets.push(socket)
  })
}

test('a process with a thousand requests at once refuses the next ones at once, and serves again as soon as some are over', async () => {
  const api = server.api(agency.key.secret)
  const create = () => api('POST /v1/trips', { body: { title: 'One too many' } })
  const before = await world.written()
  for (let opened = 0; opened < BOUND; opened += 100) await Promise.all(Array.from({ length: 100 }, halfARequest))

  await expect.poll(async () => (await api('GET /v1/me')).status, FOR_EVER).toBe(503)
  const [refused, refusedRead] = [await create(), await api('GET /v1/me')]
  for (const answer of [refused, refusedRead]) {
    expectProblem(answer, 'unavailable')
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    // it was not asked whose budget it takes
    expect(answer.headers.get('ratelimit')).toBeNull()
  }
  expect(await world.written()).toEqual(before)

  for (const socket of sockets.splice(0, 10)) socket.destroy()
  await expect.poll(async () => (await api('GET /v1/me')).status, FOR_EVER).toBe(200)
  expect((await create()).status).toBe(201)

  // refusals and callers that left are forgotten: the whole bound is free again
  for (const socket of sockets.splice(0)) socket.destroy()
  const half = Array.from({ length: BOUND / 2 }, halfARequest)
  await Promise.all(half)
  expect((await api('GET /v1/me')).status).toBe(200)
  expect(server.complaints()).toBe('')
})
