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

test('a template is read as it was saved, by every key that may read the catalog', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const saved = (await agency.api('POST /v1/trip-templates', { body: { tripId: trip.id, title: 'Japón' } })).body
  const reader = await agency.newKey({ userId: await agency.newUser(), scopes: ['catalog:read'] })
  expect((await reader.api(`GET /v1/trip-templates/${saved.id}`)).body).toEqual(saved)
})

test('one that is not there, and that of another agency, are not found alike', async () => {
  const trip = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const { id } = (await agency.api('POST /v1/trip-templates', { body: { tripId: trip.id, title: 'Japón' } })).body
  const other = await world.newAgency()
  for (const templateId of [id, '01890000-0000-7000-8000-000000000001']) {
    const { status, body } = await other.api(`GET /v1/trip-templates/${templateId}`)
    expect([status, body.detail]).toEqual([404, `There is no trip template ${templateId}.`])
  }
})
