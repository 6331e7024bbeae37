import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAt } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'

let world: World
let agency: TestAgency
let receiver: Receiver
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  receiver = await startReceiver()
})
afterAll(async () => {
  await world.stop()
  await receiver.stop()
})

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** One process of its own; answers what it first says. */
async function start(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, 'start', ...args], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATA_DIR: tmpdir(), TRAVESIA_DEMO: 'off', LOG_LEVEL: 'warn', WEBHOOK_ALLOW_INSECURE: '1' },
      ...world.scratch.environment,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const ended = once(child, 'exit').then(([code]) => code as number)
  const said = await Promise.race([
    once(child.stdout as NonNullable<typeof child.stdout>, 'data').then(([chunk]) => String(chunk)),
    ended.then((code) => `ended with ${code}`),
  ])
  return {
    said,
    complaints: () => complaints,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

test('what is written in a process that only serves is delivered by one that only works', async () => {
  const http = await start(['--only', 'http'], {})
  const address = String(/listens on (\S+)/.exec(http.said)?.[1])
  const api = apiAt(() => address, agency.key.secret)
  await api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['trip.created'] } })
  const { body: trip } = await api('POST /v1/trips', { body: { title: 'From afar' } })
  expect((await apiAt(() => address)('GET /readyz')).body).toMatchObject({ status: 'ready' })

  const worker = await start(['--only', 'worker'], { BASE_URL: address })
  expect(worker.said).toBe('Travesía does its jobs, and listens nowhere.\n')
  const [{ body } = expect.fail('nothing came')] = await receiver.wait(1)
  expect(body.data).toEqual(trip)
  expect([await worker.stop(), await http.stop()]).toEqual([0, 0])
  expect(worker.complaints()).toContain('WEBHOOK_ALLOW_INSECURE is on')
})

test('a worker on its own says what it lacks', async () => {
  const worker = await start(['--only', 'worker'], {})
  expect([worker.said, worker.complaints()]).toEqual(['ended with 1', expect.stringContaining('needs BASE_URL')])
})

test('there are two halves, and no third', async () => {
  const third = await start(['--only', 'half'], {})
  expect([third.said, third.complaints()]).toEqual(['ended with 1', 'Travesía: --only must be http or worker\n'])
})
