import Type from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { toolbox } from '../../src/mcp/tools.ts'
import { catalogueOf, toolName } from '../../src/operations/catalogue.ts'
import { isWrite, operation } from '../../src/operations/operation.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Assistant, assistantAt } from './assistant.ts'

let world: World
let agency: TestAgency
let assistant: Assistant
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  assistant = await assistantAt(world.app.baseUrl(), agency.key.secret)
})
afterAll(() => world.stop())

test('every operation is a tool, and nothing else is', () => {
  expect(assistant.tools.map(({ name }) => name)).toEqual(OPERATIONS.map(toolName))
})

test('the tools are as agreed on', async () => {
  await expect(`${JSON.stringify(assistant.tools, null, 2)}\n`).toMatchFileSnapshot('../golden/mcp-tools.json')
})

test('the server introduces itself under the version of the interface', () => {
  const { version } = openApiDocument(catalogueOf(OPERATIONS)).info
  expect(assistant.client.getServerVersion()).toEqual({ name: 'travesia', title: 'Travesía', version })
  expect(assistant.client.getInstructions()).toContain('dryRun')
})

test('a key sees the tools that its scopes are enough for', async () => {
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  const { tools, call } = await assistantAt(world.app.baseUrl(), reader.secret)
  const allowed = OPERATIONS.filter(({ scopes }) => scopes.every((scope) => scope === 'trips:read'))
  expect(tools.map(({ name }) => name)).toEqual(allowed.map(toolName))
  expect(tools.map(({ name }) => name)).not.toContain('trips_create')
  const refused = await call('trips_create', { title: 'No' })
  expect([refused.isError, refused.resource.code, refused.resource.missingScopes]).toEqual([true, 'insufficient_scope', ['trips:write']])
})

test.each(OPERATIONS.map((each) => [toolName(each), each] as const))('%s says what it takes and what it does', (name, each) => {
  const tool = assistant.tools.find((listed) => listed.name === name)
  const parts = [each.params, each.query, ...(each.body ? [each.body] : [])]
  const ofWrites = isWrite(each) ? ['dryRun', 'idempotencyKey'] : []
  expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual([...parts.flatMap((part) => Object.keys(part.properties)), ...ofWrites])
  expect(tool?.inputSchema.required ?? []).toEqual(parts.flatMap((part) => part.required ?? []))
  expect(tool?.inputSchema.additionalProperties).toBe(false)
  expect(tool?.annotations).toEqual({
    title: each.title,
    readOnlyHint: each.kind === 'read',
    destructiveHint: each.kind === 'destructive',
    idempotentHint: each.kind === 'read',
    openWorldHint: false,
  })
  expect(tool?.description).toContain(`Costs ${each.cost} unit`)
  expect(tool?.description?.includes('changes_revert')).toBe(each.undo !== 'none')
})

test.each(OPERATIONS.map((each) => [toolName(each), each] as const))(
  'what %s answers fits its schema, refused or previewed',
  async (name, each) => {
    // the client throws where an answer does not fit
    const empty = await assistant.call(name)
    expect(JSON.parse(empty.texts[0] as string)).toEqual(empty.resource)
    const example = { ...(each.example.query as object), ...(each.example.body as object), ...(isWrite(each) && { dryRun: true }) }
    const previewed = await assistant.call(name, { ...example, ...Object.fromEntries(Object.keys(each.params.properties).map(unknownId)) })
    expect(JSON.parse(previewed.texts[0] as string)).toEqual(previewed.resource)
  },
)

const unknownId = (name: string) => [name, '01998a4e-3c00-7d3a-9f51-6b1c2d3e4f50'] as const

test('two arguments of one name are refused at the start', () => {
  const clash = (members: object) =>
    operation({
      ...{ id: 'things.clash', title: 'Clash', describe: 'Clashes.', route: 'POST /v1/things/{name}', kind: 'write' },
      ...{ scopes: [], cost: 1, undo: 'none', problems: [], returns: Type.Object({}) },
      params: Type.Object({ name: Type.String() }),
      body: Type.Object(members as Record<string, Type.TSchema>),
      handle: async () => ({}),
    })
  expect(() => toolbox(catalogueOf([clash({ name: Type.String() })]))).toThrow('things.clash has two arguments named "name"')
  expect(() => toolbox(catalogueOf([clash({ dryRun: Type.Boolean() })]))).toThrow('things.clash has two arguments named "dryRun"')
  expect(() => toolbox(catalogueOf([clash({ toString: Type.String() })]))).not.toThrow()
})
