import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import type { Flood } from './flood.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const SAMPLES = 150

let world: World
let server: ServerProcess
let quiet: TestAgency
let busy: TestAgency
beforeAll(async () => {
  world = await newWorld()
  server = await startServer(world.scratch.environment)
  quiet = await world.newAgency()
  busy = await world.newAgency()
})
afterAll(async () => {
  await server?.kill()
  await world.stop()
})

/** Floods the server until `during` is over; how many writes the flood got done each second. */
async function flooded<T>(during: () => Promise<T>): Promise<[T, number]> {
  const flood: Flood = { baseUrl: server.baseUrl, secret: busy.key.secret, connections: 50 }
  const worker = new Worker(new URL('./flood.ts', import.meta.url), { workerData: flood })
  await sleep(500)
  const began = performance.now()
  const result = await during()
  const done = new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  worker.postMessage('end')
  return [result, Math.round((await done) / ((performance.now() - began + 500) / 1000))]
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** The medians of a quiet agency's own writes and reads, one after the other, in milliseconds. */
async function latencies(): Promise<{ write: number; read: number }> {
  const api = server.api(quiet.key.secret)
  const took: { write: number[]; read: number[] } = { write: [], read: [] }
  for (let sample = 0; sample < SAMPLES; sample++) {
    let began = performance.now()
    const written = await api('POST /v1/trips', { body: { title: `Quiet ${sample}` } })
    took.write.push(performance.now() - began)
    began = performance.now()
    const read = await api(`GET /v1/trips/${written.body.id}`)
    took.read.push(performance.now() - began)
    expect([written.status, read.status]).toEqual([201, 200])
  }
  return { write: median(took.write), read: median(took.read) }
}

/** How much of the machine is in use, by whomever, over a third of a second. */
async function machineInUse(): Promise<number> {
  const before = cpus()
  await sleep(333)
  const spent = cpus().map(({ times }, core) => {
    const total = (all: object) => Object.values(all).reduce((sum, time) => sum + time, 0)
    const was = before[core]?.times ?? times
    return { all: total(times) - total(was), idle: times.idle - was.idle }
  })
  return 1 - spent.reduce((sum, { idle }) => sum + idle, 0) / spent.reduce((sum, { all }) => sum + all, 0)
}

/** Other tests run beside this one: their work would be taken for the flood's. */
async function calm(): Promise<void> {
  for (let waited = 0; waited < 15 && (await machineInUse()) > 0.3; waited++);
}

test('a quiet agency hardly notices that another one floods the service with writes', async () => {
  await latencies() // the first ones warm the process up
  const tries: object[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await calm()
    const idle = await latencies()
    const [loaded, perSecond] = await flooded(latencies)
    expect(perSecond).toBeGreaterThan(20)
    const ratios = { write: loaded.write / idle.write, read: loaded.read / idle.read }
    tries.push({ idle, loaded, ratios, perSecond })
    if (Math.max(ratios.write, ratios.read) <= 2) break
  }
  const { ratios } = tries.at(-1) as { ratios: { write: number; read: number } }
  expect(Math.max(ratios.write, ratios.read), JSON.stringify(tries)).toBeLessThanOrEqual(2)
})
