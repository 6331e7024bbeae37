import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const LUCIA = { name: 'Lucía', email: 'lucia@example.com', phone: '+34600111222', docType: 'passport', docNumber: 'PAB1', taxId: 'T1' }
async function booked(body: object = LUCIA) {
  const { id } = await agency.newTrip()
  return (await agency.api(`POST /v1/trips/${id}/contact`, { body })).body
}
const patch = (tripId: string, body: object, query = {}) => agency.api(`PATCH /v1/trips/${tripId}/contact`, { body, query })
const read = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/contact`)).body

test('what is said changes, null clears, the rest stays; no undo is promised', async () => {
  const before = await booked()
  const { status, headers, body } = await patch(before.tripId, { name: 'Lucía Ferrer', phone: null, docNumber: 'PAB2' })
  expect([status, headers.get('service-change-id')]).toEqual([200, null])
  expect(body).toEqual({ ...before, name: 'Lucía Ferrer', phone: null, docNumber: 'PAB2' })
  expect(await read(before.tripId)).toEqual(body)
})

test('another address leads to the account of that address, and the one before stays whose it was', async () => {
  const [lucia, ana] = [await booked(), await booked({ name: 'Ana', email: 'ana@example.com' })]
  const moved = await patch(lucia.tripId, { email: 'ANA@example.com' })
  expect([moved.body.email, moved.body.account]).toEqual(['ANA@example.com', ana.account])
  const fresh = await patch(lucia.tripId, { email: 'new@example.com' })
  expect(fresh.body.account).toMatchObject({ email: 'new@example.com' })
  expect((await patch(lucia.tripId, { email: 'lucia@example.com' })).body.account).toEqual(lucia.account)
  expect((await read(ana.tripId)).account).toEqual(ana.account)
})

test('without an address the account stays; the first address that is told becomes its own', async () => {
  const lucia = await booked()
  expect((await patch(lucia.tripId, { email: null })).body).toMatchObject({ email: null, account: lucia.account })
  const nobody = await booked({ name: 'N' })
  const told = await patch(nobody.tripId, { email: 'first@example.com' })
  expect(told.body.account).toEqual({ ...nobody.account, email: 'first@example.com' })
})

test('an edit that says nothing new writes nothing', async () => {
  const before = await booked()
  const { captures } = await world.written()
  for (const same of [{}, LUCIA, { docNumber: 'pab1' }]) expect((await patch(before.tripId, same)).body).toEqual(before)
  expect((await world.written()).captures).toBe(captures)
})

test('a dry run tells that no access moves and nobody is written to, and changes nothing', async () => {
  const before = await booked()
  const { body } = await patch(before.tripId, { email: 'other@example.com' }, { dryRun: 'true' })
  expect(body).toEqual({ object: 'contact_change_preview', movesAccess: false, emailsTo: null })
  expect(await read(before.tripId)).toEqual(before)
})

test('a trip without a contact has none to update', async () => {
  const { id } = await agency.newTrip()
  const { status, body } = await patch(id, { name: 'A' })
  expect([status, body.code]).toEqual([409, 'no_contact'])
})

test('the contact that results is checked', async () => {
  const { tripId } = await booked()
  const { status, body } = await patch(tripId, { docType: 'nie' })
  expect([status, body.errors[0].path]).toEqual([400, 'docNumber'])
})
