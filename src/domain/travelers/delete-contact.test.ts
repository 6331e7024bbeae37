import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

async function booked(body: object) {
  const { id } = await agency.newTrip()
  return (await agency.api(`POST /v1/trips/${id}/contact`, { body })).body
}
const remove = (tripId: string, confirm?: string) =>
  agency.api(`DELETE /v1/trips/${tripId}/contact`, { query: { ...(confirm !== undefined && { confirm }) } })

test('a removed contact is gone with its details; the account and its other trips stay, and a new contact may come', async () => {
  const email = 'lucia@example.com'
  const [one, other] = [await booked({ email, name: 'Lucía' }), await booked({ email })]
  const { status, headers, body } = await remove(one.tripId, email)
  expect([status, headers.get('service-change-id')]).toEqual([200, null])
  expect(body).toEqual({ object: 'trip_contact', tripId: one.tripId, deleted: true })
  expect((await agency.api(`GET /v1/trips/${one.tripId}/contact`)).status).toBe(404)
  expect((await agency.api(`GET /v1/trips/${other.tripId}/contact`)).body.account).toEqual(one.account)
  expect((await remove(one.tripId, email)).body.code).toBe('no_contact')
  const again = await agency.api(`POST /v1/trips/${one.tripId}/contact`, { body: { email } })
  expect(again.body.account).toEqual(one.account)
})

test.each([undefined, '', 'ana@example.com', 'lucia@example.com ', 'LUCIA@example.com'])('confirmed with %s it stays', async (confirm) => {
  const { tripId } = await booked({ email: 'lucia@example.com' })
  const written = await world.written()
  const { status, body } = await remove(tripId, confirm)
  expect([status, body.code]).toEqual([422, 'confirmation_required'])
  expect(body.detail).not.toContain('lucia')
  expect(await world.written()).toEqual(written)
})

test('a contact without an address is confirmed by that of its account, or by the trip', async () => {
  const email = 'eva@example.com'
  const known = await booked({ email })
  await agency.api(`PATCH /v1/trips/${known.tripId}/contact`, { body: { email: null } })
  expect([(await remove(known.tripId, known.tripId)).status, (await remove(known.tripId, email)).status]).toEqual([422, 200])
  const unknown = await booked({ name: 'N' })
  expect((await remove(unknown.tripId, unknown.tripId)).status).toBe(200)
})

test('who may not delete travelers removes no contact', async () => {
  const { tripId } = await booked({ email: 'lucia@example.com' })
  const key = await agency.newKey({ userId: await agency.newUser({ travelerDeletion: false }) })
  const { status, body } = await key.api(`DELETE /v1/trips/${tripId}/contact`, { query: { confirm: 'lucia@example.com' } })
  expect([status, body.code]).toEqual([403, 'forbidden'])
})
