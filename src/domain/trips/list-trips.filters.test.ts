import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { COMMERCIAL_STATES } from './trip.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(async () => {
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const newTrip = (title: string, rest = {}) => agency.newTrip({ title, ...rest })
const list = (query: Record<string, string> = {}) => agency.api('GET /v1/trips', { query })
const titles = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).body.data.map(({ title }: { title: string }) => title).toSorted()

test('without filters it lists live trips with all their members, most recently changed first', async () => {
  expect((await list()).body).toEqual({ object: 'list', data: [], nextCursor: null })
  const first = await newTrip('First')
  const second = await newTrip('Second')
  const gone = await newTrip('Archived')
  await agency.api(`DELETE /v1/trips/${gone.id}`)
  const { body: changed } = await agency.api(`PATCH /v1/trips/${first.id}`, { body: { travelers: 2 } })
  expect((await list()).body).toEqual({ object: 'list', data: [changed, second], nextCursor: null })
})

const ODD = ['100% Japón', '100 dias', 'a_b', 'aXb', 'c\\d', "d'Artagnan", 'JAPÓN EN OTOÑO', 'tab\there', '{"q":"x"}']

describe('words in the title', () => {
  let titled: TestAgency
  beforeAll(async () => {
    titled = await world.newAgency()
    for (const title of ODD) await titled.newTrip({ title })
  })

  test.each([
    ['%', ['100% Japón']],
    ['100%', ['100% Japón']],
    ['_', ['a_b']],
    ['a_b', ['a_b']],
    ['\\', ['c\\d']],
    ['\\d', ['c\\d']],
    ["'", ["d'Artagnan"]],
    ['japón', ['100% Japón', 'JAPÓN EN OTOÑO']],
    ['OTOÑO', ['JAPÓN EN OTOÑO']],
    ['n en o', ['JAPÓN EN OTOÑO']],
    ['{"q":"x"}', ['{"q":"x"}']],
    ['tab\t', ['tab\there']],
    ['a%b', []],
    ['100 dias más', []],
    ['V26', []],
  ])('q=%j is searched for as it stands in titles, in upper or lower case', async (q, found) => {
    const { body } = await titled.api('GET /v1/trips', { query: { q } })
    expect(body.data.map(({ title }: { title: string }) => title).toSorted()).toEqual(found.toSorted())
  })
})

test('metadata pairs must all match, to the letter', async () => {
  await newTrip('both', { metadata: { crm: '1', 'x-y.z': 'ñ' } })
  await newTrip('one', { metadata: { crm: '1' } })
  await newTrip('other case', { metadata: { crm: '1', 'X-Y.z': 'ñ' } })
  await newTrip('empty', { metadata: { crm: '', other: 'crm' } })
  await newTrip('none')
  expect(await titles({ 'metadata[crm]': '1' })).toEqual(['both', 'one', 'other case'])
  expect(await titles({ 'metadata[crm]': '1', 'metadata[x-y.z]': 'ñ' })).toEqual(['both'])
  expect(await titles({ 'metadata[crm]': '' })).toEqual(['empty'])
  expect(await titles({ 'metadata[crm]': '%' })).toEqual([])
  expect(await titles({ 'metadata[crm]': '1', 'metadata[absent]': 'x' })).toEqual([])
})

test('metadata keys that mean something to JavaScript are keys like any other', async () => {
  await newTrip('odd', { metadata: { ['__proto__']: 'p', constructor: 'c' } })
  await newTrip('plain', { metadata: { a: 'b' } })
  expect(await titles({ 'metadata[__proto__]': 'p' } as Record<string, string>)).toEqual(['odd'])
  expect(await titles({ 'metadata[constructor]': 'c' })).toEqual(['odd'])
})

test('five metadata pairs are looked for, six are refused', async () => {
  const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, `${n}`]))
  const asQuery = (count: number) => Object.fromEntries(Object.entries(pairs(count)).map(([key, value]) => [`metadata[${key}]`, value]))
  await newTrip('five', { metadata: pairs(5) })
  await newTrip('four', { metadata: pairs(4) })
  expect(await titles(asQuery(5))).toEqual(['five'])
  const { status, body } = await list(asQuery(6))
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'metadata'])
})

test('commercialState, publication and ownerId each narrow the list, and together too', async () => {
  const colleague = await agency.newUser()
  for (const state of COMMERCIAL_STATES) {
    const { id } = await newTrip(state, state === 'aceptada' ? { ownerId: colleague } : {})
    await agency.api(`POST /v1/trips/${id}/commercial-state`, { body: { state } })
  }
  for (const commercialState of COMMERCIAL_STATES) expect(await titles({ commercialState })).toEqual([commercialState])
  expect(await titles({ ownerId: colleague })).toEqual(['aceptada'])
  expect(await titles({ ownerId: colleague, commercialState: 'nueva' })).toEqual([])
  expect(await titles({ ownerId: colleague.toUpperCase() })).toEqual(['aceptada'])
  expect(await titles({ publication: 'published' })).toEqual([])
  expect(await titles({ publication: 'draft' })).toHaveLength(COMMERCIAL_STATES.length)
})

test.each([
  ['limit=1&limit=2', 'limit'],
  ['q=', 'q'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['q=%00', 'q'],
  ['sort=title', 'sort'],
  ['publication=archived', 'publication'],
  ['commercialState=Nueva', 'commercialState'],
  ['ownerId=me', 'ownerId'],
  ['updatedSince=2026-01-01', 'updatedSince'],
  ['updatedSince=2026-02-30T00:00:00Z', 'updatedSince'],
  ['metadata=x', 'metadata'],
  ['metadata[a%20b]=x', 'metadata.a b'],
  ['metadata[a]=x&metadata[a]=y', 'metadata[a]'],
  ['metadata=x&metadata[a]=b', 'metadata'],
  [`metadata[a]=${'x'.repeat(501)}`, 'metadata.a'],
  [`metadata[${'k'.repeat(41)}]=x`, `metadata.${'k'.repeat(41)}`],
  ['archived=true', 'archived'],
  ['dryRun=true', 'dryRun'],
])('?%s is refused at its place', async (query, path) => {
  const { status, body } = await agency.api(`GET /v1/trips?${query}`)
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
})

test('every mistake of a query is told at once', async () => {
  const { body } = await agency.api('GET /v1/trips?limit=0&sort=title&ownerId=me&q=')
  expect(body.errors.map((error: { path: string }) => error.path).toSorted()).toEqual(['limit', 'ownerId', 'q', 'sort'])
})

test('a key without trips:read is told what it lacks', async () => {
  const { api } = await agency.newKey({ scopes: ['trips:write', 'quotes:read'] })
  const { status, body } = await api('GET /v1/trips')
  expect([status, body.code, body.missingScopes]).toEqual([403, 'insufficient_scope', ['trips:read']])
})
