import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const LUCIA = {
  ...{ name: 'Lucía Ferrer', email: 'lucia.ferrer@example.com', phone: '+34 600 111 222', taxId: '12345678Z' },
  ...{ docType: 'dni', docNumber: '12345678Z', docCountry: 'ES' },
  address: { line1: 'Gran Vía 1', line2: null, postalCode: '28013', city: 'Madrid', region: null, country: 'ES' },
}
const add = (tripId: string, body: object, query = {}) => agency.api(`POST /v1/trips/${tripId}/contact`, { body, query })
const read = (tripId: string) => agency.api(`GET /v1/trips/${tripId}/contact`)

test('a contact is kept with all that was said, and an account of its address', async () => {
  const trip = await agency.newTrip()
  const { status, headers, body } = await add(trip.id, LUCIA)
  expect([status, headers.get('service-change-id')]).toEqual([201, null])
  expect(body).toEqual({
    ...{ object: 'trip_contact', tripId: trip.id, ...LUCIA, access: null, accessOpenedAt: null, accessMoved: false },
    account: { userId: expect.stringMatching(/^[0-9a-f-]{36}$/), email: LUCIA.email, name: LUCIA.name },
  })
  expect((await read(trip.id)).body).toEqual(body)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('who books again has the same account, however the address is written; in another agency it is another one', async () => {
  const book = async (of: TestAgency, email: string) =>
    (await of.api(`POST /v1/trips/${(await of.newTrip()).id}/contact`, { body: { email } })).body.account
  const first = await book(agency, 'Ana.Ruiz@example.com')
  expect(await book(agency, 'ana.ruiz@EXAMPLE.com')).toEqual(first)
  expect((await book(await world.newAgency(), 'Ana.Ruiz@example.com')).userId).not.toBe(first.userId)
})

test('a contact may have no address, and then has an account of its own without one', async () => {
  const [one, other] = await Promise.all([agency.newTrip(), agency.newTrip()])
  const accounts = [(await add(one.id, { name: 'A' })).body.account, (await add(other.id, {})).body.account]
  expect(accounts.map(({ email, name }) => [email, name])).toEqual([
    [null, 'A'],
    [null, null],
  ])
  expect(accounts[0].userId).not.toBe(accounts[1].userId)
})

test('a trip has one contact: a second one is refused, also of two at once', async () => {
  const { id } = await agency.newTrip()
  const answers = await Promise.all([add(id, { name: 'A' }), add(id, { name: 'B' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('contact_exists')
})

test.each([
  [{ phone: '600111222' }, ['phone']],
  [{ email: 'lucia' }, ['email']],
  [{ docType: 'dni', docNumber: '12345678A', docCountry: 'ES' }, ['docNumber']],
  [{ docCountry: 'ZZ', address: { ...LUCIA.address, country: 'QQ' } }, ['address.country', 'docCountry']],
  [{ account: {} }, ['account']],
])('%j is refused, and nothing is written', async (body, paths) => {
  const { id } = await agency.newTrip()
  const written = await world.written()
  const refused = await add(id, body)
  expect(refused.body.errors?.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths)
  expect(await world.written()).toEqual(written)
  expect((await read(id)).status).toBe(404)
})

test('a dry run makes neither contact nor account', async () => {
  const { id } = await agency.newTrip()
  const { body } = await add(id, { email: 'nobody@example.com' }, { dryRun: 'true' })
  expect(body.result.account.email).toBe('nobody@example.com')
  expect((await read(id)).status).toBe(404)
  expect((await world.admin.query(`select from traveler_accounts where email = 'nobody@example.com'`)).rowCount).toBe(0)
})

test('an archived trip takes no contact', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${id}`)
  expect((await add(id, {})).body.code).toBe('not_found')
})
