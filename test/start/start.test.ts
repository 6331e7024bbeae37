import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiAt } from '../harness/api.ts'
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'

let folder: TemporaryFolder
const started: ServerProcess[] = []
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.end('SIGTERM')
  folder.remove()
})

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ environment: { DATA_DIR: folder.path, TRAVESIA_DEMO: 'on', ...environment } })
  started.push(server)
  return server
}

const postmaster = () => Number(readFileSync(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // dead, and not yet reaped by whoever is process 1 here
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('the first start prints an address and a key that work, and the next one keeps the key to itself', async () => {
  const first = await start()
  const api = apiAt(() => first.address, first.secret)
  expect((await api('GET /v1/me')).body.agency.name).toBe('Viajes Demo')
  expect(first.output()).toContain(`curl ${first.address}/v1/me -H 'Authorization: Bearer ${first.secret}'`)
  const { body: trip } = await api('POST /v1/trips', { body: { title: 'Kept' } })
  expect(await first.end()).toEqual({ code: 0, signal: null })

  const second = await start()
  expect(second.secret).toBeUndefined()
  expect((await apiAt(() => second.address, first.secret)(`GET /v1/trips/${trip.id}`)).body).toEqual({
    ...trip,
    appUrl: `${second.address}/app/trips/${trip.id}`,
    publicUrl: trip.publicUrl.replace(first.address, second.address),
  })
})

test('a stop ends the database too, and leaves it to whoever still uses it', async () => {
  const first = await start()
  const second = await start()
  const database = postmaster()
  await first.end('SIGINT')
  expect(lives(database)).toBe(true)
  expect((await apiAt(() => second.address, first.secret)('GET /v1/me')).status).toBe(200)
  await second.end('SIGTERM')
  expect(lives(database)).toBe(false)
})

test('a stop finishes the requests that are running', async () => {
  const server = await start()
  const body = JSON.stringify({ title: 'Slowly typed' })
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const slow = request(`${server.address}/v1/trips`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.secret}`, 'Content-Type': 'application/json', 'Content-Length': body.length },
    })
    slow.on('response', (response) => resolve(response.statusCode)).on('error', reject)
    slow.write(body.slice(0, 10))
    setTimeout(() => server.process.kill('SIGTERM'), 300)
    // npm and the terminal may both send it
    setTimeout(() => server.process.kill('SIGTERM'), 400)
    setTimeout(() => slow.end(body.slice(10)), 800)
  })
  expect(await answer).toBe(201)
  expect([await server.end(), server.output()]).toEqual([{ code: 0, signal: null }, expect.not.stringContaining('without waiting')])
})

test('after kill -9 of the server the next start adopts the database that it left', async () => {
  const first = await start()
  const api = apiAt(() => first.address, first.secret)
  const { body: trip } = await api('POST /v1/trips', { body: { title: 'Committed' } })
  const database = postmaster()
  await first.end('SIGKILL')
  expect(lives(database)).toBe(true)

  const second = await start()
  expect(postmaster()).toBe(database)
  expect((await apiAt(() => second.address, first.secret)(`GET /v1/trips/${trip.id}`)).body.title).toBe('Committed')
  await second.end()
  expect(lives(database)).toBe(false)
})

test('after kill -9 of server and database together nothing committed is lost', async () => {
  const first = await start()
  const { body: trip } = await apiAt(() => first.address, first.secret)('POST /v1/trips', { body: { title: 'Committed' } })
  const database = postmaster()
  await first.end('SIGKILL')
  process.kill(database, 'SIGKILL')
  const second = await start()
  expect((await apiAt(() => second.address, first.secret)(`GET /v1/trips/${trip.id}`)).body.title).toBe('Committed')
})

test('a database that dies under a running server comes back by itself', async () => {
  const server = await start()
  const api = apiAt(() => server.address, server.secret)
  await api('POST /v1/trips', { body: { title: 'Before' } })
  const died = postmaster()
  process.kill(died, 'SIGKILL')
  const statuses = new Set<number>()
  for (let attempt = 0; attempt < 200; attempt++) {
    const { status, headers } = await api('GET /v1/trips')
    statuses.add(status)
    if (status === 503) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    if (status === 200 && statuses.has(503)) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
  expect((await api('GET /v1/trips?q=Before')).body.data).toHaveLength(1)
})

test('a port in use is said in one clear line', async () => {
  const first = await start()
  const port = new URL(first.address).port
  await expect(start({ PORT: port })).rejects.toThrow(`127.0.0.1:${port} is in use: set PORT to another, or stop what listens there`)
  expect((await apiAt(() => first.address, first.secret)('GET /v1/me')).status).toBe(200)
})

test('every mistake in the settings is told at once', async () => {
  await expect(start({ PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' })).rejects.toThrow(
    /PORT must be .*\n.*DATABASE_URL must be .*\n.*LOG_LEVEL must be/,
  )
})

test.runIf(process.getuid?.() === 0)('a data folder that only root may enter still gets its database', async () => {
  execFileSync('chmod', ['700', folder.path])
  const server = await start()
  expect((await apiAt(() => server.address, server.secret)('GET /v1/me')).status).toBe(200)
  await server.end()
  expect(existsSync(join(folder.path, 'postgres/cluster'))).toBe(false)
})

test('an idle server takes less than 150 MB', async () => {
  const server = await start()
  await apiAt(() => server.address, server.secret)('GET /v1/trips')
  const resident = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.process.pid)], { encoding: 'utf8' })) / 1024
  expect(resident).toBeLessThan(150)
})
