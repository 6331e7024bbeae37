import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

/** Sends the start, then a byte now and then, until the server ends the connection; what it said by then. */
function dribble(start: string, drop: string): Promise<string> {
  const { hostname, port } = new URL(world.app.baseUrl())
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(start))
    const drip = setInterval(() => socket.write(drop), 250)
    socket.on('data', (chunk) => {
      received += chunk
    })
    // a byte that meets a closed connection is answered by a reset
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve(received)
    })
  })
}

const authorization = () => `Host: a\r\nAuthorization: Bearer ${agency.key.secret}\r\n`

// the test waits for the server's own patience to end, however long that takes on this machine
test('a client that sends its headers or its body a byte at a time is turned away, and nobody else waits for it', async () => {
  const before = await world.written()
  let over = false
  const slow = Promise.all([
    dribble('GET /v1/me HTTP/1.1\r\n', 'x'),
    dribble(`GET /v1/me HTTP/1.1\r\n${authorization()}`, 'X-A: b\r\n'),
    dribble(`POST /v1/trips HTTP/1.1\r\n${authorization()}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title":"`, 'a'),
  ]).finally(() => {
    over = true
  })
  do {
    expect((await agency.api('GET /v1/me')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 500))
  } while (!over)

  for (const answer of await slow) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/\r\nConnection: close\r\n/i)
    expect(answer).toContain('"code":"request_timeout"')
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  }
  expect(await world.written()).toEqual(before)
  expect(world.faults.splice(0)).toEqual([])
}, 300_000)
