import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { after } from './postman.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const START = '2026-11-21T09:00:00.000Z'
const second = (seconds: number) => after(START, { milliseconds: Math.round(seconds * 1000) })

interface Told {
  type: string
  changed: string[]
  timestamp: string
}

/** The events of a trip so far, oldest first, as `type changed`. */
async function told(tripId: string): Promise<string[]> {
  const { rows } = await world.admin.query<Told>('select type, changed, timestamp from events where subject_id = $1 order by id', [tripId])
  return rows.map(({ type, changed }) => [type, ...changed].join(' '))
}

/** A trip whose creation is told already. */
async function newTrip(): Promise<string> {
  const { id } = await agency.newTrip()
  await agency.publish(second(0))
  await world.admin.query('delete from events where subject_id = $1', [id])
  return id
}

/** A write as if it had been made at that second. */
async function write(at: number, route: string, body?: object): Promise<void> {
  const { status } = await agency.api(route, body && { body })
  expect(status).toBe(200)
  await world.admin.query('update outbox set at = $1 where seq = (select max(seq) from outbox where agency_id = $2)', [
    second(at),
    agency.id,
  ])
}
let edits = 0
const edit = (tripId: string, at: number, body: object = { title: `Edit ${edits++}` }) => write(at, `PATCH /v1/trips/${tripId}`, body)

test('a burst of edits is one event, 5 seconds after the last of them, with every field that changed', async () => {
  const trip = await newTrip()
  await edit(trip, 1, { title: 'A' })
  await edit(trip, 3, { travelers: 4 })
  await edit(trip, 4, { title: 'B' })
  await agency.publish(second(8.999))
  expect(await told(trip)).toEqual([])
  await agency.publish(second(9))
  expect(await told(trip)).toEqual(['trip.updated title travelers'])
  await agency.publish(second(100))
  expect(await told(trip)).toHaveLength(1)
})

test('it does not matter how late the edits are looked at: they are grouped by when they were made', async () => {
  const trip = await newTrip()
  for (const at of [1, 3, 8.5, 13.5]) await edit(trip, at)
  await agency.publish(second(60))
  expect(await told(trip)).toEqual(['trip.updated title', 'trip.updated title'])
})

test('edits that never pause are told at most 60 seconds after the first', async () => {
  const trip = await newTrip()
  for (let at = 0; at <= 64; at += 4) {
    await edit(trip, at)
    await agency.publish(second(at))
  }
  await agency.publish(second(60))
  expect(await told(trip)).toEqual(['trip.updated title'])
  // what came after the sixtieth second is a burst of its own
  await agency.publish(second(68.9))
  expect(await told(trip)).toHaveLength(1)
  await agency.publish(second(69))
  expect(await told(trip)).toHaveLength(2)
})

test('two trips are edited without waiting for each other', async () => {
  const [one, two] = [await newTrip(), await newTrip()]
  await edit(one, 1)
  await edit(two, 4)
  await agency.publish(second(6))
  expect([await told(one), await told(two)]).toEqual([['trip.updated title'], []])
  await agency.publish(second(9))
  expect(await told(two)).toEqual(['trip.updated title'])
})

test('a state event goes at once, after the burst that was open', async () => {
  const trip = await newTrip()
  await edit(trip, 1)
  await write(2, `POST /v1/trips/${trip}/commercial-state`, { state: 'aceptada' })
  await agency.publish(second(2))
  expect(await told(trip)).toEqual(['trip.updated title', 'trip.commercial_state_changed commercialState'])
  await edit(trip, 3)
  await agency.publish(second(3))
  expect(await told(trip)).toHaveLength(2)
  await agency.publish(second(8))
  expect(await told(trip)).toHaveLength(3)
})

test('an edit after its burst was told opens a new one', async () => {
  const trip = await newTrip()
  await edit(trip, 1)
  await agency.publish(second(6))
  // made before the burst ended, seen after it was told
  await edit(trip, 5.9)
  await agency.publish(second(6.1))
  expect(await told(trip)).toHaveLength(1)
  await agency.publish(second(10.9))
  expect(await told(trip)).toEqual(['trip.updated title', 'trip.updated title'])
})

test('a grouped event bears the time of its last edit', async () => {
  const trip = await newTrip()
  await edit(trip, 1)
  await edit(trip, 2)
  await agency.publish(second(20))
  const { body } = await agency.api('GET /v1/events', { query: { tripId: trip } })
  expect(body.data[0].timestamp).toBe(second(2).toISOString())
})

test('whoever relays at the same time, each change of state is told once and in order, and no edit is lost', async () => {
  const trips = await Promise.all(Array.from({ length: 5 }, () => agency.newTrip()))
  const states = ['aceptada', 'reservada', 'cancelada', 'nueva', 'rechazada', 'propuesta_enviada']
  let over = false
  const relays = Array.from({ length: 4 }, async () => {
    while (!over) await agency.publish(after(new Date(), { seconds: Math.round(Math.random() * 6) }))
  })
  await Promise.all(
    trips.map(async ({ id }) => {
      for (const state of states) {
        await agency.api(`PATCH /v1/trips/${id}`, { body: { title: `Before ${state}` } })
        await agency.api(`POST /v1/trips/${id}/commercial-state`, { body: { state } })
      }
      await agency.api(`PATCH /v1/trips/${id}`, { body: { title: 'Last' } })
    }),
  )
  over = true
  await Promise.all(relays)
  await agency.publish(after(new Date(), { minutes: 1 }))

  for (const { id } of trips) {
    const types = await told(id)
    const ofStates = types.filter((type) => type.startsWith('trip.commercial'))
    expect(ofStates).toHaveLength(states.length)
    // every edit is told before the state that followed it, and the last one at the end
    expect(types).toEqual([
      'trip.created',
      ...states.flatMap(() => ['trip.updated title', 'trip.commercial_state_changed commercialState']),
      'trip.updated title',
    ])
  }
  expect((await world.admin.query('select from outbox where agency_id = $1', [agency.id])).rowCount).toBe(0)
  expect((await world.admin.query('select from event_groups where agency_id = $1', [agency.id])).rowCount).toBe(0)
})

test('an edit of the itinerary and one of the trip itself are one burst', async () => {
  const trip = await newTrip()
  await world.admin.query(
    `with tenant as (select set_config('travesia.agency_id', $1, false), set_config('travesia.write_id', uuidv7()::text, false))
     insert into outbox (agency_id, at, write_id, type, subject, subject_id, trip_id, changed)
     select $1::uuid, $3, uuidv7(), 'trip.updated', 'trip', $2::uuid, $2::uuid, '{itinerary}' from tenant`,
    [agency.id, trip, second(1)],
  )
  await edit(trip, 2)
  await agency.publish(second(7))
  expect(await told(trip)).toEqual(['trip.updated itinerary title'])
})

test('undoing tells what it puts back', async () => {
  const trip = await newTrip()
  const { headers } = await agency.api(`DELETE /v1/trips/${trip}`)
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  await agency.publish()
  expect((await told(trip)).map((type) => type.split(' ')[0])).toEqual(['trip.archived', 'trip.restored'])
})
