import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const ID = '01890000-0000-7000-8000-000000000001'
const designed = (body = {}) => agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN, ...body })
const save = (body: object) => agency.api('POST /v1/trip-templates', { body: { title: 'Plantilla', ...body } })
const change = (tripId: string, ops: object[]) => agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })

test('a template keeps the design, the headcount, the presentation, the start and the cover of its trip, and no quotes', async () => {
  const trip = await designed({ travelers: 3, presentation: { brandColor: '#aa0000' }, coverImageUrl: 'https://example.com/fuji.jpg' })
  const { status, headers, body } = await save({ tripId: trip.id, title: 'Japón clásico', description: 'Dieciocho días' })
  expect(status).toBe(201)
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    ...{ object: 'trip_template', id: body.id, title: 'Japón clásico', description: 'Dieciocho días', tags: [], stopCount: 6 },
    ...{ coverUrl: 'https://example.com/fuji.jpg', updatedAt: body.updatedAt, design: trip.design, blocks: body.blocks, proposals: null },
    ...{ travelers: 3, presentation: trip.presentation, baseStartDate: '2027-10-04' },
  })
})

test('its blocks are those of the itinerary, in order and without ids, refs or what the design made of them', async () => {
  const trip = await designed()
  await change(trip.id, [
    { op: 'insert', parent: 'b1', position: 'first', block: { type: 'note', visibility: 'staff', data: { markdown: 'ojo' } } },
  ])
  const itinerary = (await agency.api(`GET /v1/trips/${trip.id}/itinerary`)).body
  const { body } = await save({ tripId: trip.id })
  const types = (blocks: { type: string; children: [] }[]): unknown[] => blocks.map(({ type, children }) => [type, types(children)])
  expect(types(body.blocks)).toEqual(types(itinerary.blocks))
  expect(body.blocks[0].children[0]).toEqual({ type: 'note', visibility: 'staff', data: { markdown: 'ojo' }, layout: null, children: [] })
  const text = JSON.stringify(body.blocks)
  for (const member of ['"id"', '"ref"', '"generated"', '"stopId"', '"dayNumber"']) expect(text).not.toContain(member)
})

test('who travels, their papers and what was booked stay behind', async () => {
  const trip = await designed()
  const booked = {
    name: 'Ryokan',
    bookingStatus: 'confirmado',
    confirmationCode: 'X1',
    travelerIds: [ID],
    documentIds: [ID],
    cost: '90.00',
  }
  await change(trip.id, [{ op: 'insert', position: 'first', block: { type: 'lodging', data: booked } }])
  const { body } = await save({ tripId: trip.id })
  expect(body.blocks[0].data).toEqual({ name: 'Ryokan', bookingStatus: 'pendiente', cost: '90.00' })
})

test('the trip is read as it is now: its itinerary is not synced first', async () => {
  const trip = await designed()
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { startDate: '2027-11-04' } })
  const { body } = await save({ tripId: trip.id })
  expect(body.baseStartDate).toBe('2027-11-04')
  const lodging = body.blocks.flatMap(({ children }: { children: [] }) => children).find(({ type }: { type: string }) => type === 'lodging')
  expect(lodging.data.checkIn).toBe('2027-10-05')
})

test('a later change of the trip leaves the template alone', async () => {
  const trip = await designed()
  const { body } = await save({ tripId: trip.id })
  await change(trip.id, [{ op: 'remove', block: 'b1' }])
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`GET /v1/trip-templates/${body.id}`)).body).toEqual(body)
})

test('tags are kept in small letters, tidied', async () => {
  const { body } = await save({ tripId: (await designed()).id, tags: [' Japón ', 'OTOÑO', 'japón', ' '] })
  expect(body.tags).toEqual(['japón', 'otoño'])
})

test('a trip without a design makes no template', async () => {
  const trip = await agency.newTrip()
  const before = await world.written()
  const { status, body } = await save({ tripId: trip.id })
  expect([status, body.code]).toEqual([422, 'trip_has_no_design'])
  expect(await world.written()).toEqual(before)
})

test('a trip that is not there, archived or of another agency is not found', async () => {
  const archived = await designed()
  await agency.api(`DELETE /v1/trips/${archived.id}`)
  const theirs = await (await world.newAgency()).newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  for (const tripId of [ID, archived.id, theirs.id]) {
    const { status, body } = await save({ tripId })
    expect([status, body.code, body.detail]).toEqual([404, 'not_found', `There is no trip ${tripId}.`])
  }
})

test.each([
  ['a title of 200 characters', { title: 't'.repeat(200) }, []],
  ['a title of 201', { title: 't'.repeat(201) }, ['title']],
  ['no title', { title: '' }, ['title']],
  ['a description of 2,000', { description: 'd'.repeat(2000) }, []],
  ['a description of 2,001', { description: 'd'.repeat(2001) }, ['description']],
  ['20 tags', { tags: Array.from({ length: 20 }, (_, index) => `t${index}`) }, []],
  ['21 tags', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, ['tags']],
  ['a tag of 60 characters', { tags: ['t'.repeat(60)] }, []],
  ['a tag of 61', { tags: ['t'.repeat(61)] }, ['tags[0]']],
])('limits: %s', async (_what, said, paths) => {
  const { status, body } = await save({ tripId: (await designed()).id, ...said })
  expect([status, (body.errors ?? []).map(({ path }: { path: string }) => path)]).toEqual([paths.length === 0 ? 201 : 400, paths])
})

test('saving is no event, and can be undone', async () => {
  const trip = await designed()
  const before = await world.written()
  const { headers, body } = await save({ tripId: trip.id })
  const after = await world.written()
  expect([after.changes - before.changes, after.outbox - before.outbox]).toEqual([1, 0])
  expect((await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)).status).toBe(200)
  expect((await agency.api(`GET /v1/trip-templates/${body.id}`)).status).toBe(404)
})
