import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a trip lists its own travelers only, in the order of the booking, page by page', async () => {
  const trip = await agency.newTrip({ travelers: 30 })
  const other = await agency.newTrip()
  await agency.api(`POST /v1/trips/${other.id}/travelers`, { body: { firstName: 'x' } })
  for (let n = 0; n < 5; n++) await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: { firstName: `t${n}`, position: 0 } })
  const page = async (query: Record<string, string>) => (await agency.api(`GET /v1/trips/${trip.id}/travelers`, { query })).body
  const first = await page({ limit: '3' })
  const names = ({ data }: { data: { firstName: string; position: number }[] }) => data.map((one) => `${one.position} ${one.firstName}`)
  expect(names(first)).toEqual(['0 t4', '1 t3', '2 t2'])
  const second = await page({ limit: '3', cursor: first.nextCursor })
  expect([names(second), second.nextCursor]).toEqual([['3 t1', '4 t0'], null])
})

test('a trip without travelers lists nobody; an archived one is not found', async () => {
  const trip = await agency.newTrip()
  expect((await agency.api(`GET /v1/trips/${trip.id}/travelers`)).body).toEqual({ object: 'list', data: [], nextCursor: null })
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect((await agency.api(`GET /v1/trips/${trip.id}/travelers`)).body.code).toBe('not_found')
})

test('a cursor that somebody made up is refused, whatever stands in it', async () => {
  const trip = await agency.newTrip({ travelers: 2 })
  for (const firstName of ['a', 'b']) await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: { firstName } })
  const { nextCursor } = (await agency.api(`GET /v1/trips/${trip.id}/travelers`, { query: { limit: '1' } })).body
  const [belongsTo, , id] = Buffer.from(nextCursor, 'base64url').toString().split(' ')
  for (const at of ['', '\0', 'ñ', '\n']) {
    const cursor = Buffer.from([belongsTo, at, id].join(' ')).toString('base64url')
    expect((await agency.api(`GET /v1/trips/${trip.id}/travelers`, { query: { cursor } })).status).toBe(400)
  }
  expect(world.faults).toEqual([])
})
