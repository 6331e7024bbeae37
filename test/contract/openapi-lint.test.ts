import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../harness/world.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Document = any

let world: World
let folder: string
let published: Document
beforeAll(async () => {
  world = await newWorld()
  folder = await mkdtemp(join(tmpdir(), 'travesia-openapi-'))
  published = (await world.stranger('GET /v1/openapi.json')).body
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})

/** What a judge finds in a document, one line a finding. */
type Judge = (path: string) => Promise<string[]>

const JUDGES: { name: string; judge: Judge }[] = [
  {
    name: 'redocly',
    async judge(path) {
      const out = await run('redocly', ['lint', path, '--config', join(ROOT, 'redocly.yaml'), '--format', 'json', '--max-problems', '1000'])
      const { problems } = JSON.parse(out) as { problems: { ruleId: string; message: string; location: { pointer: string }[] }[] }
      return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
    },
  },
  {
    name: 'spectral',
    async judge(path) {
      const out = await run('spectral', ['lint', path, '--ruleset', join(ROOT, '.spectral.yaml'), '--format', 'json', '--quiet'])
      const results = JSON.parse(out) as { code: string; message: string; path: string[] }[]
      return results.map(({ code, message, path: at }) => `${code} at ${at.join('/')}: ${message}`)
    },
  },
]

test.each(JUDGES)('$name finds nothing to say against the published document', async ({ judge }) => {
  expect(await judge(await written('published.json', published))).toEqual([])
})

test.each(JUDGES)('$name reads closely enough to see what is wrong', async ({ judge }) => {
  const { summary, ...operation } = published.paths['/v1/me'].get
  const wrong = { ...published, paths: { '/v1/me': { get: { ...operation, tags: 'me', parameters: [{ name: 'x', in: 'nowhere' }] } } } }
  expect((await judge(await written('wrong.json', wrong))).length).toBeGreaterThan(1)
})

async function written(name: string, document: Document): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(document))
  return path
}

/** The output of a tool, whatever it ends with: findings end it with 1. */
async function run(tool: string, args: string[]): Promise<string> {
  const program = await realpath(join(ROOT, 'node_modules/.bin', tool))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_PROXY: '', HTTPS_PROXY: '' }
  try {
    return (await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout
  } catch (found) {
    const { code, stdout, stderr } = found as { code?: number | string; stdout: string; stderr: string }
    if (code !== 1 || stdout === '') throw new Error(`${tool} did not run: ${stderr}`, { cause: found })
    return stdout
  }
}
