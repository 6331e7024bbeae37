import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const list = async (query = {}, api = agency.api) => (await api('GET /v1/events', { query })).body.data

test('events are listed newest first, whoever made them, and filtered by type, trip and time', async () => {
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const one = await agency.newTrip()
  const { body: two } = await colleague.api('POST /v1/trips', { body: { title: 'Two' } })
  await agency.api(`DELETE /v1/trips/${one.id}`)
  await agency.publish()
  const all = await list()
  expect(all.map(({ type, subject }: { type: string; subject: { id: string } }) => [type, subject.id])).toEqual([
    ['trip.archived', one.id],
    ['trip.created', two.id],
    ['trip.created', one.id],
  ])
  expect(await list({ type: 'trip.archived' })).toEqual([all[0]])
  expect(await list({ tripId: two.id })).toEqual([all[1]])
  expect(await list({ since: two.createdAt })).toEqual([all[0], all[1]])
  expect(all[1].data).toEqual(two)
})

test('a key sees the events of what it can read', async () => {
  await agency.newTrip()
  await agency.publish()
  const blind = await agency.newKey({ scopes: ['webhooks:read', 'quotes:read'] })
  expect(await list({}, blind.api)).toEqual([])
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  expect((await list({}, reader.api)).length).toBeGreaterThan(0)
})
