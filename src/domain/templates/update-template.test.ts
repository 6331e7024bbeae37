import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { SCOPES } from '../../operations/scopes.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const designed = (body = {}) => agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN, ...body })
const template = async (body = {}) =>
  (await agency.api('POST /v1/trip-templates', { body: { tripId: (await designed(body)).id, title: 'Japón', tags: ['a'] } })).body
const patch = (id: string, body: unknown, api = agency.api) => api(`PATCH /v1/trip-templates/${id}`, { body })

test('what is said changes, and the rest stays', async () => {
  const before = await template()
  const said = { title: 'Otro', description: 'Nueva', coverUrl: 'https://example.com/a.jpg' }
  const { status, body } = await patch(before.id, { ...said, tags: ['B ', 'c'] })
  expect([status, body]).toEqual([200, { ...before, ...said, tags: ['b', 'c'], updatedAt: body.updatedAt }])
  expect(body.updatedAt > before.updatedAt).toBe(true)
  expect((await patch(before.id, { coverUrl: null, tags: [], description: '' })).body).toMatchObject({
    ...{ coverUrl: null, tags: [], description: '', title: 'Otro' },
  })
})

test('saying nothing new leaves it as it is', async () => {
  const before = await template()
  for (const body of [{}, { title: 'Japón' }, { tags: ['A'] }]) expect((await patch(before.id, body)).body).toEqual(before)
})

test('fromTripId saves the content again, of that trip as it is now, and leaves the labels', async () => {
  const before = await template({ travelers: 2, coverImageUrl: 'https://example.com/a.jpg' })
  const [first, ...others] = EXAMPLE_DESIGN.stops
  const trip = await designed({
    ...{ startDate: '2028-01-10', travelers: 5, presentation: { brandColor: '#00aa00' }, coverImageUrl: 'https://example.com/b.jpg' },
    design: { ...EXAMPLE_DESIGN, stops: [first, others.at(-1)] },
  })
  const { body } = await patch(before.id, { fromTripId: trip.id })
  expect(body).toEqual({
    ...before,
    ...{ design: trip.design, stopCount: 2, travelers: 5, presentation: trip.presentation, baseStartDate: '2028-01-10' },
    ...{ blocks: body.blocks, updatedAt: body.updatedAt },
  })
  expect(body.blocks).not.toEqual(before.blocks)
})

test('an undo brings the old content back, byte for byte', async () => {
  const before = await template()
  const { headers } = await patch(before.id, { title: 'Otro', fromTripId: (await designed({ startDate: '2028-01-10' })).id })
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  const after = (await agency.api(`GET /v1/trip-templates/${before.id}`)).body
  expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  expect(after.updatedAt > before.updatedAt).toBe(true)
})

test('fromTripId needs trips:read, and no other change does', async () => {
  const { id } = await template()
  const key = await agency.newKey({ scopes: ['catalog:write'] })
  const { status, body } = await patch(id, { fromTripId: (await designed()).id }, key.api)
  expect([status, body.code, body.missingScopes]).toEqual([403, 'insufficient_scope', ['trips:read']])
  expect((await patch(id, { title: 'Otro' }, key.api)).status).toBe(200)
  const reader = await agency.newKey({ scopes: SCOPES.filter((scope) => scope !== 'catalog:write') })
  expect((await patch(id, { title: 'Otro' }, reader.api)).status).toBe(403)
})

test('from a trip without a design, or that is not there, nothing is saved', async () => {
  const before = await template()
  const refused = async (fromTripId: string) => {
    const { status, body } = await patch(before.id, { title: 'Otro', fromTripId })
    return [status, body.code]
  }
  expect(await refused((await agency.newTrip()).id)).toEqual([422, 'trip_has_no_design'])
  expect(await refused('01890000-0000-7000-8000-000000000001')).toEqual([404, 'not_found'])
  expect((await agency.api(`GET /v1/trip-templates/${before.id}`)).body).toEqual(before)
})

test('a stale write is refused and told the present updatedAt', async () => {
  const before = await template()
  const { body: now } = await patch(before.id, { title: 'Otro', expectedUpdatedAt: before.updatedAt })
  const { status, body } = await patch(before.id, { title: 'Tercero', expectedUpdatedAt: before.updatedAt })
  expect([status, body.code, body.updatedAt]).toEqual([409, 'stale_write', now.updatedAt])
})

test.each([
  ['a title of 201 characters', { title: 't'.repeat(201) }, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a description of 2,001', { description: 'd'.repeat(2001) }, 'description'],
  ['21 tags', { tags: Array(21).fill('t') }, 'tags'],
  ['a cover that is no web address', { coverUrl: 'javascript:alert(1)' }, 'coverUrl'],
  ['a cover with a password in it', { coverUrl: 'https://a:b@example.com' }, 'coverUrl'],
])('refuses %s', async (_what, said, path) => {
  const { status, body } = await patch((await template()).id, said)
  expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([400, [path]])
})
