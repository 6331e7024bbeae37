import { afterAll, beforeAll, expect, test } from 'vitest'
import { commercialStateChanged } from '../../src/domain/trips/commercial-state-changed.ts'
import { reaction } from '../../src/operations/happening.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

const heard: unknown[] = []
const follow = reaction(commercialStateChanged, async ({ db, caller }, { trip, from }) => {
  heard.push({ trip: trip.id, from, to: trip.commercialState, by: caller.userId })
  await db.rows(db.update('trips', { cover_image_url: `https://example.com/${trip.commercialState}` }).where('id', '=', trip.id))
  if (trip.commercialState === 'cancelada') throw new Error('the reaction fails')
})

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld(undefined, [follow])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const setState = (id: string, state: string, query = {}) => agency.api(`POST /v1/trips/${id}/commercial-state`, { body: { state }, query })
const read = async (id: string) => (await agency.api(`GET /v1/trips/${id}`)).body

test('a reaction writes in the transaction of what it reacts to', async () => {
  const { id, updatedAt } = await agency.newTrip()
  expect((await setState(id, 'aceptada')).status).toBe(200)
  expect(heard.splice(0)).toEqual([{ trip: id, from: 'nueva', to: 'aceptada', by: agency.userId }])
  const trip = await read(id)
  expect([trip.commercialState, trip.coverImageUrl, trip.updatedAt > updatedAt]).toEqual(['aceptada', 'https://example.com/aceptada', true])
})

test('a dry run takes back what reactions did', async () => {
  const trip = await agency.newTrip()
  await setState(trip.id, 'aceptada', { dryRun: 'true' })
  expect(heard.splice(0)).toHaveLength(1)
  expect(await read(trip.id)).toEqual(trip)
})

test('a reaction that fails leaves nothing of the write', async () => {
  const trip = await agency.newTrip()
  const { status } = await setState(trip.id, 'cancelada')
  expect([status, world.faults.splice(0).map(String)]).toEqual([500, ['Error: the reaction fails']])
  heard.splice(0)
  expect(await read(trip.id)).toEqual(trip)
})

test('the state that a trip has already tells nobody', async () => {
  const { id } = await agency.newTrip()
  await setState(id, 'nueva')
  expect(heard).toEqual([])
})
