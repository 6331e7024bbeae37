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
  ...{ title: null, firstName: 'Lucía', lastName1: 'Ferrer Soler', lastName2: null, birthDate: '1988-04-17', sex: 'f', nationality: 'ES' },
  ...{ docType: 'passport', docNumber: 'PAB123456', docExpiry: '2031-02-09', docCountry: 'ES', taxId: '12345678Z' },
  ...{ email: 'lucia.ferrer@example.com', phone: '+34 600 111 222' },
  address: { line1: 'Gran Vía 1', line2: null, postalCode: '28013', city: 'Madrid', region: null, country: 'ES' },
}
const add = (tripId: string, body: object, query = {}) => agency.api(`POST /v1/trips/${tripId}/travelers`, { body, query })
const listed = async (tripId: string) =>
  (await agency.api(`GET /v1/trips/${tripId}/travelers`, { query: { limit: '100' } })).body.data.map(
    ({ firstName, position }: Record<string, unknown>) => `${position} ${firstName}`,
  )
const dated = (travelers: number) => agency.newTrip({ startDate: '2027-10-04', endDate: '2027-10-21', travelers })

test('a traveler is listed with all that was said, and with what follows from it', async () => {
  const trip = await dated(2)
  const { status, headers, body } = await add(trip.id, LUCIA)
  expect(status).toBe(201)
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    ...{ object: 'traveler', id: body.id, tripId: trip.id, position: 0, ...LUCIA, title: 'ms', paxType: 'adult', missing: [] },
    ...{ access: null, source: 'api', consentAt: null, docsPurgedAt: null, createdAt: body.createdAt, updatedAt: body.updatedAt },
  })
  expect((await agency.api(`GET /v1/travelers/${body.id}`)).body).toEqual(body)
})

test('nothing has to be known of a traveler yet', async () => {
  const trip = await agency.newTrip()
  const { status, body } = await add(trip.id, {})
  expect([status, body.paxType, body.title, body.missing.length]).toEqual([201, 'unknown', null, 8])
})

test('the trip itself is not changed: whoever polls trips sees nothing', async () => {
  const trip = await agency.newTrip()
  await add(trip.id, LUCIA)
  expect((await agency.api(`GET /v1/trips/${trip.id}`)).body).toEqual(trip)
})

test('a traveler comes last, or to the place that was asked for, and the others close up', async () => {
  const { id } = await dated(6)
  for (const [firstName, position] of [['a'], ['b'], ['c', 0], ['d', 1], ['e', 39]] as const)
    expect((await add(id, { firstName, ...(position !== undefined && { position }) })).status).toBe(201)
  expect(await listed(id)).toEqual(['0 c', '1 d', '2 a', '3 b', '4 e'])
  expect((await add(id, { firstName: 'f', position: 3 })).body.position).toBe(3)
})

test('a trip lists no more travelers than its headcount, and the refused one leaves nothing behind', async () => {
  const { id } = await dated(1)
  await add(id, { firstName: 'a' })
  const written = await world.written()
  const { status, headers, body } = await add(id, { firstName: 'b' })
  expect([status, body.code, headers.get('service-change-id')]).toEqual([409, 'headcount_full', null])
  expect(await world.written()).toEqual(written)
  expect(await listed(id)).toEqual(['0 a'])
})

test('of fifty who are added at once, forty are listed, each at a place of its own', async () => {
  const { id } = await dated(40)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => add(id, { firstName: `t${n}`, ...(n % 3 === 0 && { position: n % 40 }) })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40)
  expect(answers.filter(({ body }) => body.code === 'headcount_full')).toHaveLength(10)
  const row: string[] = await listed(id)
  expect(row.map((one) => Number(one.split(' ')[0]))).toEqual(Array.from({ length: 40 }, (_, n) => n))
  expect(new Set(row).size).toBe(40)
})

test.each([
  [{ birthDate: '2999-01-01' }, ['birthDate']],
  [{ birthDate: '2023-02-29' }, ['birthDate']],
  [{ birthDate: '1990-01-01', docExpiry: '1989-12-31' }, ['docExpiry']],
  [{ nationality: 'XX' }, ['nationality']],
  [{ nationality: 'ESP' }, ['nationality']],
  [{ docType: 'dni', docNumber: '12345678A' }, ['docNumber']],
  [{ docType: 'nie', docNumber: '12345678Z' }, ['docNumber']],
  [{ phone: '600' }, ['phone']],
  [{ email: 'lucia' }, ['email']],
  [{ sex: 'x' }, ['sex']],
  [{ title: 'sr' }, ['title']],
  [{ position: 40 }, ['position']],
  [{ position: -1 }, ['position']],
  [{ source: 'staff' }, ['source']],
  [{ paxType: 'adult' }, ['paxType']],
  [{ address: { line1: 'Gran Vía 1' } }, ['address.city', 'address.country', 'address.line2', 'address.postalCode', 'address.region']],
  [{ address: { ...LUCIA.address, country: 'ZZ' }, docCountry: 'ZZ', phone: '1' }, ['address.country', 'docCountry', 'phone']],
])('%j is refused, every mistake at once, and nothing is written', async (body, paths) => {
  const { id } = await dated(2)
  const written = await world.written()
  const refused = await add(id, body)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths)
  expect(await world.written()).toEqual(written)
})

test('a dry run tells the traveler and lists nobody', async () => {
  const { id } = await dated(1)
  const { status, body } = await add(id, { firstName: 'a' }, { dryRun: 'true' })
  expect([status, body.object, body.result.position]).toEqual([200, 'preview', 0])
  expect(await listed(id)).toEqual([])
})

test('nobody is added to an archived trip', async () => {
  const { id } = await dated(2)
  await agency.api(`DELETE /v1/trips/${id}`)
  expect((await add(id, {})).body.code).toBe('not_found')
})

test('undoing the addition takes the traveler out, and the others close up; not after somebody edited the traveler', async () => {
  const { id } = await dated(3)
  await add(id, { firstName: 'a' })
  const added = await add(id, { firstName: 'b', position: 0 })
  const changeId = added.headers.get('service-change-id')
  const edited = await agency.api(`PATCH /v1/travelers/${added.body.id}`, { body: { lastName1: 'B' } })
  const refused = await agency.api(`POST /v1/changes/${changeId}/revert`)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect((await agency.api(`POST /v1/changes/${edited.headers.get('service-change-id')}/revert`)).status).toBe(200)
  expect((await agency.api(`POST /v1/changes/${changeId}/revert`)).status).toBe(200)
  expect(await listed(id)).toEqual(['0 a'])
})
