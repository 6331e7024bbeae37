import { afterAll, beforeAll, expect, test } from 'vitest'
import { savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('an entry is read as it was saved, open or not', async () => {
  const entry = await savedEntry(agency)
  await agency.api(`POST /v1/library/entries/${entry.id}/lease`)
  const reader = await agency.newKey({ userId: await agency.newUser(), scopes: ['catalog:read'] })
  expect((await reader.api(`GET /v1/library/entries/${entry.id}`)).body).toEqual(entry)
})

test('one that is not there, and that of another agency, are not found alike', async () => {
  const { id } = await savedEntry(agency)
  const other = await world.newAgency()
  for (const entryId of [id, '01890000-0000-7000-8000-000000000001']) {
    const { status, body } = await other.api(`GET /v1/library/entries/${entryId}`)
    expect([status, body.detail]).toEqual([404, `There is no library entry ${entryId}.`])
  }
})
