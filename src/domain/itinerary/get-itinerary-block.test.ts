import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let tripId: string
let ids: string[]
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  tripId = (await agency.newTrip()).id
  const day = { type: 'day', data: { title: 'Kioto' }, children: [{ type: 'note', data: { markdown: 'a' } }] }
  const ops = [{ op: 'insert', block: { type: 'section', data: { title: 'Japón' }, children: [day] } }]
  ids = (await agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops } })).body.results[0].blockIds
})
afterAll(() => world.stop())

test('a block is found by its id and by its ref, with what is in it and what it is in', async () => {
  const byId = await agency.api(`GET /v1/trips/${tripId}/itinerary/blocks/${ids[1]}`)
  expect(byId.body).toEqual({
    ...{
      object: 'itinerary_block',
      tripId,
      id: ids[1],
      ref: 'b2',
      type: 'day',
      visibility: 'traveler',
      data: { title: 'Kioto' },
      layout: null,
    },
    children: [{ id: ids[2], ref: 'b3', type: 'note', visibility: 'traveler', data: { markdown: 'a' }, layout: null, children: [] }],
    path: [{ id: ids[0], ref: 'b1', type: 'section' }],
  })
  expect((await agency.api(`GET /v1/trips/${tripId}/itinerary/blocks/b2`)).body).toEqual(byId.body)
})

test('a block of another trip is not found here', async () => {
  const other = await agency.newTrip()
  for (const name of [ids[1], 'b1', 'b9', '$a']) {
    expect((await agency.api(`GET /v1/trips/${other.id}/itinerary/blocks/${name}`)).body.code).toBe('not_found')
  }
})
