import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import { newWorld, type World } from '../harness/world.ts'

let world: World
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let published: any
beforeAll(async () => {
  world = await newWorld()
  published = (await world.stranger('GET /v1/openapi.json')).body
})
afterAll(() => world.stop())

const described = ({ path, method }: Operation) => published.paths[path][method.toLowerCase()]

test('the document is OpenAPI 3.1 in the version of the contract, for everybody to read', () => {
  expect(published.openapi).toMatch(/^3\.1\./)
  expect(published.info.version).toBe('2026-09-26')
  expect(published.servers).toEqual([{ url: world.app.baseUrl(), description: expect.any(String) }])
  expect(JSON.stringify(published)).not.toContain('{base_url}')
})

test('the document describes the operations of the catalogue, and nothing else', () => {
  const paths = Object.entries(published.paths as Record<string, Record<string, { operationId: string }>>)
  const routes = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  expect(routes.sort()).toEqual(OPERATIONS.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`).sort())
})

test('every tag is described', () => {
  const bare = published.tags.filter(({ name, description }: { name: string; description: string }) => description === name)
  expect(
    bare.map(({ name }: { name: string }) => name),
    'add them to TAGS in src/http/openapi.ts',
  ).toEqual([])
})

test.each(OPERATIONS)('the document tells what $id takes', (operation) => {
  const { parameters, requestBody } = described(operation)
  const named = (where: string) =>
    parameters.filter((parameter: { in: string }) => parameter.in === where).map(({ name }: { name: string }) => name)
  expect(named('path')).toEqual(Object.keys(operation.params.properties))
  expect(named('path')).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  expect(named('query')).toEqual([...Object.keys(operation.query.properties), ...(isWrite(operation) ? ['dryRun'] : [])])
  expect(named('header')).toEqual(isWrite(operation) ? ['Idempotency-Key'] : [])
  expect(requestBody !== undefined).toBe(operation.body !== undefined)
  if (operation.body) expect(requestBody.required).toBe((operation.body.required ?? []).length > 0)
})

test.each(OPERATIONS)('the document tells what $id costs, needs and undoes', (operation) => {
  expect(described(operation)).toMatchObject({
    'x-kind': operation.kind,
    'x-scopes': operation.scopes,
    'x-cost': operation.cost,
    'x-dry-run': isWrite(operation),
    'x-undoable': operation.undo !== 'none',
  })
  const { headers } = described(operation).responses[operation.status]
  expect('Service-Change-Id' in headers).toBe(operation.undo !== 'none')
})
