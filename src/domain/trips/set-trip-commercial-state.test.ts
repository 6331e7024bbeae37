import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { COMMERCIAL_STATES } from './trip.ts'

let world: World
let agency: TestAgency
let id: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  id = (await agency.newTrip()).id
})
afterAll(() => world.stop())

const set = (state: unknown, tripId = id) => agency.api(`POST /v1/trips/${tripId}/commercial-state`, { body: { state } })

test.each(COMMERCIAL_STATES.flatMap((from) => COMMERCIAL_STATES.filter((to) => to !== from).map((to) => [from, to])))(
  'a trip in %s may become %s',
  async (from, to) => {
    const { body: before } = await set(from)
    const { status, headers, body } = await set(to)
    expect([status, headers.get('service-change-id')]).toEqual([200, null])
    expect(body).toEqual({ ...before, commercialState: to, updatedAt: body.updatedAt })
    expect(body.updatedAt > before.updatedAt).toBe(true)
  },
)

test.each(COMMERCIAL_STATES)('setting %s where it is already changes nothing: no time, no row, no event', async (state) => {
  const { body: before } = await set(state)
  const written = await world.written()
  const { status, body } = await set(state)
  expect([status, body]).toEqual([200, before])
  expect(await world.written()).toEqual(written)
})

test('it leaves no change that could be undone', async () => {
  await set('nueva')
  const { body } = await agency.api('GET /v1/changes', { query: { tripId: id } })
  expect(body.data.map(({ operationId }: { operationId: string }) => operationId)).toEqual(['trips.create'])
})

test.each([['Nueva'], [null], [1], [undefined], ['']])('%j is no state', async (state) => {
  const before = (await agency.api(`GET /v1/trips/${id}`)).body
  const { status, body } = await set(state)
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'state'])
  expect((await agency.api(`GET /v1/trips/${id}`)).body).toEqual(before)
})

test('an archived trip has no state to set', async () => {
  const gone = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${gone.id}`)
  expect((await set('aceptada', gone.id)).status).toBe(404)
})
