import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'

const DOMAIN = fileURLToPath(new URL('../../src/domain/', import.meta.url))
const FILES = globSync('**/*.ts', { cwd: DOMAIN }).filter(
  (file) => !file.endsWith('.test.ts') && /(?<![.\w])operation\(/.test(readFileSync(`${DOMAIN}${file}`, 'utf8')),
)

const operationsIn = async (file: string): Promise<[string, Operation][]> => {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(`${DOMAIN}${file}`).href)
  return Object.entries(exported).filter((entry): entry is [string, Operation] => isOperation(entry[1]))
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'handle' in value && 'route' in value

test('there are files of operations to look at', () => {
  expect(FILES.length).toBeGreaterThan(10)
})

test.each(FILES)('%s holds one operation, has its name, and is in the catalogue', async (file) => {
  const found = await operationsIn(file)
  expect(
    found.map(([name]) => name),
    'a file holds one operation',
  ).toHaveLength(1)
  const [[name, operation]] = found as [[string, Operation]]
  expect(basename(file), 'a file is named after its export').toBe(`${kebabCase(name)}.ts`)
  const [domain] = file.split('/')
  const line = `${operation.id} is nowhere: add it to the domain's operations.ts, src/domain/${domain}/operations.ts, and a new domain to src/catalogue.ts`
  expect(OPERATIONS.includes(operation), line).toBe(true)
})

test.each(FILES)('%s has its test beside it', (file) => {
  const name = file.replace(/\.ts$/, '')
  // one for each part where there is much to say: `list-trips.filters.test.ts`
  const tests = globSync(`${name}{,.*}.test.ts`, { cwd: DOMAIN })
  expect(tests, `write src/domain/${name}.test.ts: a sentence about the product for each rule`).not.toEqual([])
})

test('every operation of the catalogue stands in a file of its own', async () => {
  const inFiles = new Set((await Promise.all(FILES.map(operationsIn))).flat().map(([, operation]) => operation))
  expect(OPERATIONS.filter((operation) => !inFiles.has(operation)).map(({ id }) => id)).toEqual([])
})

test.each(OPERATIONS)('$id is written down in full', ({ title, describe, path, kind, method, params, cost, undo, emits }) => {
  expect(title).toMatch(/^[A-Z].*[^.]$/)
  expect(describe).toMatch(/^[A-Z].*\.$/s)
  expect(Object.keys(params.properties)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  expect(kind === 'read').toBe(method === 'GET')
  if (method === 'DELETE') expect(kind).toBe('destructive')
  expect(cost).toBeGreaterThan(0)
  if (kind === 'read') expect([undo, emits]).toEqual(['none', []])
})

const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
