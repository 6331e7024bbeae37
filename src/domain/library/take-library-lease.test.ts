import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageLease, savedEntry } from '../../../test/harness/library.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const take = (id: string, api = agency.api, query = {}) => api(`POST /v1/library/entries/${id}/lease`, { query })

test('a lease tells who has the entry open, and until when', async () => {
  const { id } = await savedEntry(agency)
  const { status, body } = await take(id)
  expect([status, body]).toEqual([200, { object: 'library_lease', entryId: id, userId: agency.userId, expiresAt: body.expiresAt }])
  const { rows } = await world.admin.query(`select at + interval '90 seconds' = $2 as is_so from agency_clock where agency_id = $1`, [
    ...[agency.id, body.expiresAt],
  ])
  expect(rows).toEqual([{ is_so: true }])
})

test('it leaves no change, no event, no log, and the entry as it was', async () => {
  const entry = await savedEntry(agency)
  const before = await world.written()
  const { headers } = await take(entry.id)
  await take(entry.id)
  expect(headers.get('service-change-id')).toBeNull()
  expect(await world.written()).toEqual(before)
  expect((await agency.api(`GET /v1/library/entries/${entry.id}`)).body).toEqual(entry)
})

test('renewed, it lasts 90 seconds from then on', async () => {
  const { id } = await savedEntry(agency)
  const first = (await take(id)).body.expiresAt
  await ageLease(world, id, 60)
  expect((await take(id)).body.expiresAt > first).toBe(true)
  await ageLease(world, id, 89)
  expect((await take(id, (await agency.newKey()).api)).status).toBe(409)
})

test('one key at a time: another of the same person, and a colleague, are refused until the lease is over', async () => {
  const { id } = await savedEntry(agency)
  const { expiresAt } = (await take(id)).body
  const others = [await agency.newKey(), await agency.newKey({ userId: await agency.newUser() })]
  for (const { api } of others) {
    const { status, body } = await take(id, api)
    expect([status, body.code]).toEqual([409, 'being_edited'])
  }
  expect((await take(id)).body.expiresAt > expiresAt).toBe(true)
  await ageLease(world, id, 90)
  const [, colleague] = others
  expect((await take(id, colleague?.api)).body.userId).toBe(colleague?.userId)
  expect((await take(id)).status).toBe(409)
})

test('a dry run takes nothing', async () => {
  const { id } = await savedEntry(agency)
  expect((await take(id, agency.api, { dryRun: 'true' })).status).toBe(200)
  expect((await take(id, (await agency.newKey()).api)).status).toBe(200)
})
