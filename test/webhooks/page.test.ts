import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { after, type Postman, postman } from './postman.ts'

let world: World
let agency: TestAgency
let post: Postman
let folder: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  post = postman(world)
  folder = await mkdtemp(join(tmpdir(), 'travesia-receiver-'))
})
afterAll(async () => {
  await post.stop()
  await world.stop()
  await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the receiver on the page takes what is genuine and recent, and nothing else', async () => {
  const page = await readFile(new URL('../../docs/WEBHOOKS.md', import.meta.url), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(code.trimEnd().split('\n').length, 'the receiver is short').toBeLessThanOrEqual(15)
  const port = await freePort()
  const { body: endpoint } = await agency.api('POST /v1/webhook-endpoints', {
    body: { url: `http://localhost:${port}/`, eventTypes: ['trip.*'] },
  })
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code)
  const receiver = spawn(process.execPath, [file], {
    env: { PORT: String(port), WEBHOOK_SECRET: endpoint.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await expect
      .poll(() =>
        fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401)

    const attempts = async () => (await agency.api(`GET /v1/webhook-endpoints/${endpoint.id}/deliveries`)).body.data[0].attempts
    await agency.newTrip()
    await agency.publish()
    await post.deliver(agency, endpoint.id)
    expect(await attempts()).toMatchObject([{ httpStatus: 204 }])
    const [said] = await once(receiver.stdout, 'data')
    expect(String(said)).toMatch(/^evt_[0-9a-f]{32} trip\.created\n$/)

    // signed by a clock that is six minutes ahead
    await agency.newTrip()
    await agency.publish()
    await post.deliver(agency, endpoint.id, after(new Date(), { minutes: 6 }))
    expect(await attempts()).toMatchObject([{ httpStatus: 401 }])
    // after a rotation one of two signatures is by the secret that the receiver has
    await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/rotate-secret`)
    await agency.newTrip()
    await agency.publish()
    await post.deliver(agency, endpoint.id)
    await post.deliver(agency, endpoint.id)
    expect((await attempts()).at(-1)).toMatchObject({ httpStatus: 204 })
  } finally {
    receiver.kill()
  }
})
