import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockInTrip } from '../../../test/harness/library.ts'
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
const save = (body: object) => agency.api('POST /v1/library/entries', { body })
const tripWith = (block: object) => blockInTrip(agency, block)
const section = {
  type: 'section',
  data: { title: 'Llegada' },
  children: [
    { type: 'note', visibility: 'staff', data: { markdown: 'pagar en efectivo' }, layout: { width: 'half' } },
    { type: 'day', data: { title: 'Primer día' }, children: [{ type: 'text', data: { markdown: 'Paseo' } }] },
  ],
}

test('an entry keeps the block with everything in it, and no ids', async () => {
  const { status, headers, body } = await save({ ...(await tripWith(section)), title: 'Llegada a Narita', tags: [' Japón', 'JAPÓN'] })
  expect(status).toBe(201)
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  const plain = { visibility: 'traveler', layout: null, children: [] }
  expect(body).toEqual({
    ...{ object: 'library_entry', id: body.id, title: 'Llegada a Narita', rootType: 'section', tags: ['japón'], updatedAt: body.updatedAt },
    snapshot: {
      ...{ ...plain, type: 'section', data: { title: 'Llegada' } },
      children: [
        { ...plain, type: 'note', visibility: 'staff', data: { markdown: 'pagar en efectivo' }, layout: { width: 'half' } },
        { ...plain, type: 'day', data: { title: 'Primer día' }, children: [{ ...plain, type: 'text', data: { markdown: 'Paseo' } }] },
      ],
    },
  })
})

test('a block is named by its id or its ref', async () => {
  const { tripId } = await tripWith(section)
  const { body } = await save({ tripId, blockId: 'b4' })
  expect([body.rootType, body.snapshot.data]).toEqual(['text', { markdown: 'Paseo' }])
})

test('without a title it has that of the block', async () => {
  const named = await tripWith({ type: 'lodging', data: { name: 'Ryokan Yamato' } })
  expect((await save(named)).body.title).toBe('Ryokan Yamato')
  expect((await save(await tripWith(section))).body.title).toBe('Llegada')
})

test('who travels, their papers and what was booked stay behind, at every depth', async () => {
  const booked = {
    name: 'Ryokan',
    bookingStatus: 'confirmado',
    confirmationCode: 'X1',
    travelerIds: [ID],
    documentIds: [ID],
    cost: '90.00',
  }
  const block = { type: 'section', data: { title: 'x' }, children: [{ type: 'lodging', data: booked }] }
  const { body } = await save(await tripWith(block))
  expect(body.snapshot.children[0].data).toEqual({ name: 'Ryokan', bookingStatus: 'pendiente', cost: '90.00' })
})

test('of what a design made, the block is kept and its place in the design is not', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const { body } = await save({ tripId: trip.id, blockId: 'b1' })
  expect([body.rootType, body.snapshot.data]).toEqual(['day', { title: 'Madrid → Helsinki → Tokio' }])
  expect(body.snapshot.children.map(({ type }: { type: string }) => type)).toEqual(['transfer', 'transfer'])
  for (const member of ['"generated"', '"transferId"', '"stopId"', '"dayNumber"']) {
    expect(JSON.stringify(body.snapshot)).not.toContain(member)
  }
})

test('a trip or block that is not there, or of another agency, is not found', async () => {
  const { tripId, blockId } = await tripWith(section)
  const archived = await tripWith(section)
  await agency.api(`DELETE /v1/trips/${archived.tripId}`)
  const theirs = (await (await world.newAgency()).newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })).id
  const other = await tripWith(section)
  const before = await world.written()
  for (const body of [
    { tripId: ID, blockId },
    { tripId: theirs, blockId: 'b1' },
    archived,
    { tripId, blockId: ID },
    { tripId, blockId: 'b99' },
    { tripId, blockId: other.blockId },
  ]) {
    const { status, body: problem } = await save(body)
    expect([status, problem.code]).toEqual([404, 'not_found'])
  }
  expect(await world.written()).toEqual(before)
})

test.each([
  ['a title of 200 characters', { title: 't'.repeat(200) }, []],
  ['a title of 201', { title: 't'.repeat(201) }, ['title']],
  ['20 tags', { tags: Array.from({ length: 20 }, (_, index) => `t${index}`) }, []],
  ['21 tags', { tags: Array(21).fill('t') }, ['tags']],
  ['a block named by 65 characters', { blockId: 'b'.repeat(65) }, ['blockId']],
])('limits: %s', async (_what, said, paths) => {
  const { status, body } = await save({ ...(await tripWith(section)), ...said })
  expect([status, (body.errors ?? []).map(({ path }: { path: string }) => path)]).toEqual([paths.length === 0 ? 201 : 400, paths])
})

test('saving is no event and no change of the trip, and can be undone', async () => {
  const named = await tripWith(section)
  const trip = (await agency.api(`GET /v1/trips/${named.tripId}`)).body
  const before = await world.written()
  const { headers, body } = await save(named)
  expect((await world.written()).outbox).toBe(before.outbox)
  expect((await agency.api(`GET /v1/trips/${named.tripId}`)).body).toEqual(trip)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect((await agency.api(`GET /v1/library/entries/${body.id}`)).status).toBe(404)
})
