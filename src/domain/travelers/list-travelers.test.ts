import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const PEOPLE = [
  { firstName: 'Lucía', lastName1: 'García Núñez', email: 'lu.garcia@example.com' },
  { firstName: 'Zoë', lastName1: "O'Brien", email: 'zoe@example.org' },
  { firstName: 'Łukasz', lastName1: 'Straße', lastName2: 'Ångström' },
  { firstName: 'Александр', lastName1: 'Йорданов' },
  { firstName: 'ΘΩΜΑΣ', lastName1: 'ＦＵＬＬ' },
  {},
]
let tripId: string
beforeAll(async () => {
  tripId = (await agency.newTrip({ travelers: 10 })).id
  for (const body of PEOPLE) await agency.api(`POST /v1/trips/${tripId}/travelers`, { body })
})

const found = async (q: string) =>
  (await agency.api('GET /v1/travelers', { query: { q, sort: 'createdAt' } })).body.data.map((one: { firstName: string }) => one.firstName)

test.each([
  ['garcia', ['Lucía']],
  ['GARCÍA', ['Lucía']],
  ['nun luc', ['Lucía']],
  ['lu.garcia@example.com', ['Lucía']],
  ['example', ['Lucía', 'Zoë']],
  ['zoe', ['Zoë']],
  ['o’brien', ['Zoë']],
  ['b', ['Zoë']],
  ['angstrom', ['Łukasz']],
  ['STRAßE', ['Łukasz']],
  ['алекс', ['Александр']],
  ['иорданов', ['Александр']],
  ['θωμας', ['ΘΩΜΑΣ']],
  ['full', ['ΘΩΜΑΣ']],
  ['arcia', []],
  ['garcia lopez', []],
  ['%', []],
  ['¿?', []],
])('%s finds %j', async (q, names) => {
  expect(await found(q)).toEqual(names)
})

test('travelers are found by their trip, and leave the list while it is archived', async () => {
  const trip = await agency.newTrip()
  const { body: traveler } = await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: { firstName: 'Solo' } })
  const ofTrip = async () => (await agency.api('GET /v1/travelers', { query: { tripId: trip.id } })).body.data
  expect(await ofTrip()).toEqual([traveler])
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  expect([await ofTrip(), await found('solo')]).toEqual([[], []])
  await agency.api(`POST /v1/trips/${trip.id}/restore`)
  expect(await ofTrip()).toEqual([traveler])
})

test('what a document says is not searched', async () => {
  const trip = await agency.newTrip()
  await agency.api(`POST /v1/trips/${trip.id}/travelers`, { body: { firstName: 'Secreta', docNumber: 'XYZ987', taxId: 'TAX55' } })
  expect([await found('XYZ987'), await found('TAX55')]).toEqual([[], []])
})
