import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { toolName } from '../../src/operations/catalogue.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

const require = createRequire(import.meta.url)
const INSPECTOR = join(dirname(require.resolve('@modelcontextprotocol/inspector/package.json')), 'clients/launcher/build/index.js')

let world: World
let agency: TestAgency
let home: TemporaryFolder
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  home = temporaryFolder()
})
afterAll(async () => {
  await world.stop()
  home.remove()
})

/** The protocol's own judge, as a process of its own that knows nothing of ours. */
function inspect(...options: string[]): Promise<{ code: number; output: string; errors: string }> {
  const target = ['--cli', `${world.app.baseUrl()}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${agency.key.secret}`]
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string; errors: string }>()
  const environment = { PATH: process.env.PATH, HOME: home.path }
  execFile(
    process.execPath,
    [INSPECTOR, ...target, ...options],
    { env: environment, maxBuffer: 64 * 1024 * 1024 },
    (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output, errors }),
  )
  return promise
}

test('the Inspector lists the tools and finds no error in their schemas', async () => {
  const { code, output, errors } = await inspect('--method', 'tools/list', '--strict')
  expect(code, errors).toBe(0)
  expect(JSON.parse(output).tools.map(({ name }: { name: string }) => name)).toEqual(OPERATIONS.map(toolName))
  expect(errors).not.toMatch(/`type` is an array/)
})

test('the Inspector calls tools', async () => {
  const made = await inspect(
    '--method',
    'tools/call',
    '--tool-name',
    'trips_create',
    '--tool-arg',
    'title=Perú',
    '--tool-arg',
    'travelers=2',
  )
  expect(made.code, made.errors).toBe(0)
  const { structuredContent } = JSON.parse(made.output)
  expect((await agency.api(`GET /v1/trips/${structuredContent.id}`)).body).toEqual(structuredContent)

  const refused = await inspect('--method', 'tools/call', '--tool-name', 'trips_get', '--tool-arg', 'tripId=nowhere')
  expect(refused.output).toContain('tripId must be a UUID')
  expect(refused.code).not.toBe(0)
})
