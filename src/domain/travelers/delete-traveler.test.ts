import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

async function newTrip(headcount: number, ...names: string[]) {
  const { id } = await agency.newTrip({ travelers: headcount })
  const ids: Record<string, string> = {}
  for (const firstName of names)
    ids[firstName] = (await agency.api(`POST /v1/trips/${id}/travelers`, { body: { firstName, docNumber: 'P1' } })).body.id
  return { id, ids }
}
const remove = (id: string | undefined, query = {}) => agency.api(`DELETE /v1/travelers/${id}`, { query })
const revert = (answer: { headers: Headers }) => agency.api(`POST /v1/changes/${answer.headers.get('service-change-id')}/revert`)
const namesOf = async (tripId: string): Promise<string> =>
  (await agency.api(`GET /v1/trips/${tripId}/travelers`)).body.data.map(({ firstName }: { firstName: string }) => firstName).join('')

test('a removed traveler is gone, the others close up, and undo brings the same one back to the same place', async () => {
  const { id, ids } = await newTrip(3, 'a', 'b', 'c')
  const before = (await agency.api(`GET /v1/travelers/${ids.b}`)).body
  const removed = await remove(ids.b)
  expect(removed.body).toEqual({ object: 'traveler', id: ids.b, tripId: id, deleted: true })
  expect(await namesOf(id)).toBe('ac')
  expect((await agency.api(`GET /v1/travelers/${ids.c}`)).body.position).toBe(1)
  expect((await remove(ids.b)).body.code).toBe('not_found')

  expect((await revert(removed)).status).toBe(200)
  expect(await namesOf(id)).toBe('abc')
  expect((await agency.api(`GET /v1/travelers/${ids.b}`)).body).toEqual({ ...before, updatedAt: expect.any(String) })
})

test('undo is refused while the headcount does not allow it', async () => {
  const { id, ids } = await newTrip(2, 'a', 'b')
  const removed = await remove(ids.a)
  const added = await agency.api(`POST /v1/trips/${id}/travelers`, { body: { firstName: 'c' } })
  const refused = await revert(removed)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect(await namesOf(id)).toBe('bc')
  await remove(added.body.id)
  expect((await revert(removed)).status).toBe(200)
  expect(await namesOf(id)).toBe('ab')
})

test('undoing a larger headcount is refused while the trip lists more', async () => {
  const { id } = await newTrip(1, 'a')
  const widened = await agency.api(`PATCH /v1/trips/${id}`, { body: { travelers: 3 } })
  const { body: second } = await agency.api(`POST /v1/trips/${id}/travelers`, { body: { firstName: 'b' } })
  expect((await revert(widened)).body.code).toBe('not_revertible')
  expect((await agency.api(`GET /v1/trips/${id}`)).body.travelers).toBe(3)
  await remove(second.id)
  expect((await revert(widened)).status).toBe(200)
})

test('who may not delete travelers is refused, and nothing is written', async () => {
  const { ids } = await newTrip(1, 'a')
  const key = await agency.newKey({ userId: await agency.newUser({ travelerDeletion: false }) })
  const written = await world.written()
  const { status, body } = await key.api(`DELETE /v1/travelers/${ids.a}`)
  expect([status, body.code]).toEqual([403, 'forbidden'])
  expect(await world.written()).toEqual(written)
  expect((await agency.api(`GET /v1/travelers/${ids.a}`)).status).toBe(200)
})

test('a removal decided on an older state is refused', async () => {
  const { ids } = await newTrip(1, 'a')
  const { updatedAt } = (await agency.api(`GET /v1/travelers/${ids.a}`)).body
  await agency.api(`PATCH /v1/travelers/${ids.a}`, { body: { firstName: 'z' } })
  expect((await remove(ids.a, { expectedUpdatedAt: updatedAt })).body.code).toBe('stale_write')
})

test('an endpoint is told that a removed traveler is deleted, and nothing else of them', async () => {
  const { ids } = await newTrip(1, 'a')
  await remove(ids.a)
  await agency.publish()
  const { data } = (await agency.api('GET /v1/events', { query: { type: 'traveler.deleted' } })).body
  expect(data[0].data).toEqual({ object: 'traveler', id: ids.a, deleted: true })
})
