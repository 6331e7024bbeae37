import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScratchDatabase, scratchDatabase } from '../harness/scratch-database.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { startMailServer } from '../mail/mail-server.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let scratch: ScratchDatabase
let folder: TemporaryFolder
beforeAll(async () => {
  scratch = await scratchDatabase()
  folder = temporaryFolder()
})
afterAll(async () => {
  folder.remove()
  await scratch.drop()
})

interface Finding {
  name: string
  ok: boolean
  told: string
}

/** What the doctor finds, and how it ends. */
async function examine(environment: Record<string, string>, ...options: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path, ...scratch.environment, ...environment }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [MAIN, 'doctor', ...options], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

async function findings(environment: Record<string, string>) {
  const { code, stdout, stderr } = await examine(environment, '--json')
  const found = JSON.parse(stdout) as Finding[]
  return { code, stderr, broken: found.filter(({ ok }) => !ok), sound: found.filter(({ ok }) => ok).map(({ name }) => name) }
}

const NOT_IN_ORDER = 'Travesía: not everything is in order\n'

test('a healthy set-up is in order in every point', async () => {
  const { code, stderr, broken, sound } = await findings({})
  expect({ code, stderr, broken }).toEqual({ code: 0, stderr: '', broken: [] })
  expect(sound).toEqual(['node', 'folder', 'address', 'database', 'clock', 'mail'])
  const { stdout } = await examine({})
  expect(stdout.match(/^✓ /gm)).toHaveLength(6)
  expect(stdout).toContain('✓ database: DATABASE_URL, PostgreSQL 18')
})

test('the embedded database is examined too, and stopped again', async () => {
  const own = temporaryFolder()
  try {
    const { code, broken, sound } = await findings({ DATA_DIR: own.path, DATABASE_URL: '', SECRET_KEY: '' })
    expect({ code, broken }).toEqual({ code: 0, broken: [] })
    expect(sound).toContain('database')
  } finally {
    own.remove()
  }
})

/** A port of which it is sure that nobody listens there. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a database that does not answer is found, and everything else is examined all the same', async () => {
  const port = await deadPort()
  const { code, stderr, broken, sound } = await findings({ DATABASE_URL: `postgres://postgres:secret@127.0.0.1:${port}/travesia` })
  expect({ code, stderr }).toEqual({ code: 1, stderr: NOT_IN_ORDER })
  expect(broken).toEqual([
    { name: 'database', ok: false, told: expect.stringMatching(/ECONNREFUSED.*: check DATABASE_URL, and that the server runs$/) },
  ])
  expect(broken[0]?.told).not.toContain('secret')
  expect(sound).toEqual(['node', 'folder', 'address', 'mail'])
})

test('a folder that can’t be made, and an open address without a name, are found together', async () => {
  const file = join(folder.path, 'a-file')
  writeFileSync(file, '')
  const { code, broken, sound } = await findings({ DATA_DIR: join(file, 'data'), HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(broken).toEqual([
    { name: 'folder', ok: false, told: expect.stringMatching(/ENOTDIR.*: set DATA_DIR$/) },
    { name: 'address', ok: false, told: expect.stringContaining('set BASE_URL') },
  ])
  expect(sound).toEqual(['node', 'database', 'clock', 'mail'])
})

test('a mail server that answers and takes the login is in order', async () => {
  const server = await startMailServer({ password: 'right' })
  const told = async (password: string) => (await findings({ SMTP_URL: server.url.replace('//', `//travesia:${password}@`) })).broken
  expect(await told('right')).toEqual([])
  const host = `127.0.0.1:${server.port}`
  expect(await told('wr%6Fng')).toEqual([
    { name: 'mail', ok: false, told: `${host}: the server answered 535 5.7.8 to AUTH PLAIN: check SMTP_URL` },
  ])
  // it only asked
  expect([server.received, server.askedFor]).toEqual([[], []])
  await server.stop()
})

test('a mail server that is not there is found', async () => {
  const port = await deadPort()
  const { code, broken } = await findings({ SMTP_URL: `smtp://travesia:secret@127.0.0.1:${port}` })
  expect(code).toBe(1)
  expect(broken).toEqual([{ name: 'mail', ok: false, told: `127.0.0.1:${port}: the connection was refused: check SMTP_URL` }])
})

test('a database of a newer version is found', async () => {
  await scratch.admin.query(`insert into schema_migrations (name, hash) values ('9999_tomorrow.sql', '')`)
  try {
    const { code, broken } = await findings({})
    expect([code, broken.map(({ name, told }) => [name, told.includes('newer than this version')])]).toEqual([1, [['database', true]]])
  } finally {
    await scratch.admin.query(`delete from schema_migrations where name = '9999_tomorrow.sql'`)
  }
})

test('a setting that can’t be read ends it, and is named', async () => {
  const { code, stdout, stderr } = await examine({ PORT: 'abc' }, '--json')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Travesía: These settings need a look:\n {2}PORT must be [^\n]+\n$/)
})
