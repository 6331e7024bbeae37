import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const WHOLE = {
  ...{ firstName: 'Lucía', lastName1: 'Ferrer', birthDate: '1988-04-17', sex: 'f', nationality: 'ES', taxId: 'TAX-1' },
  ...{ docType: 'passport', docNumber: 'PAB123456', docExpiry: '2031-11-30', docCountry: 'ES', phone: '+34600111222' },
}

async function newTrip(...names: string[]) {
  const { id } = await agency.newTrip({ travelers: 40 })
  const ids: Record<string, string> = {}
  for (const firstName of names) ids[firstName] = (await agency.api(`POST /v1/trips/${id}/travelers`, { body: { firstName } })).body.id
  return { id, ids }
}
async function newTraveler() {
  const { id } = await agency.newTrip()
  return (await agency.api(`POST /v1/trips/${id}/travelers`, { body: WHOLE })).body
}
const patch = (id: string | undefined, body: object, query = {}) => agency.api(`PATCH /v1/travelers/${id}`, { body, query })
const revert = (answer: { headers: Headers }) => agency.api(`POST /v1/changes/${answer.headers.get('service-change-id')}/revert`)
const namesOf = async (tripId: string): Promise<string> =>
  (await agency.api(`GET /v1/trips/${tripId}/travelers`, { query: { limit: '100' } })).body.data
    .map(({ firstName }: { firstName: string }) => firstName)
    .join('')
const read = async (id: string) => (await agency.api(`GET /v1/travelers/${id}`)).body

test('what is said changes, null clears, the rest stays', async () => {
  const before = await newTraveler()
  const { status, body } = await patch(before.id, { lastName2: 'Soler', docNumber: 'PXX1', phone: null, email: 'l@example.com' })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, lastName2: 'Soler', docNumber: 'PXX1', phone: null, email: 'l@example.com', updatedAt: body.updatedAt })
  expect(body.updatedAt > before.updatedAt).toBe(true)
  expect(await read(before.id)).toEqual(body)
})

test('an edit that says nothing new changes nothing: sealed numbers are compared by what is in them', async () => {
  const before = await newTraveler()
  const captures = async () => (await world.written()).captures
  const count = await captures()
  for (const same of [
    {},
    { docNumber: 'PAB123456' },
    { docNumber: ' pab123456 ', taxId: 'TAX-1' },
    { position: 0 },
    { position: 39 },
    WHOLE,
  ])
    expect([same, (await patch(before.id, same)).body]).toEqual([same, before])
  expect(await captures()).toBe(count)
})

test('an event names what changed, and numbers that stayed are not among it', async () => {
  const { id } = await newTraveler()
  await agency.publish()
  const told = async () => {
    const { rows } = await world.admin.query('select type, changed from outbox where subject_id = $1 order by seq desc limit 1', [id])
    return rows[0]
  }
  await patch(id, { firstName: 'Luz' })
  expect(await told()).toEqual({ type: 'traveler.updated', changed: ['firstName'] })
  await patch(id, { docNumber: 'NEW1' })
  expect(await told()).toEqual({ type: 'traveler.updated', changed: ['docNumber'] })
})

test('the passenger that results is checked, not only what was sent', async () => {
  const { id } = await newTraveler()
  const refused = async (body: object) => (await patch(id, body)).body.errors?.map(({ path }: { path: string }) => path)
  expect(await refused({ docType: 'dni' })).toEqual(['docNumber'])
  expect(await refused({ docExpiry: '1988-04-17' })).toEqual(['docExpiry'])
  expect(await refused({ birthDate: '2999-01-01' })).toEqual(['birthDate', 'docExpiry'])
  expect((await patch(id, { docType: 'dni', docNumber: '12345678z' })).body.docNumber).toBe('12345678Z')
})

test('a stale edit is refused and told the present updatedAt', async () => {
  const before = await newTraveler()
  const { body: after } = await patch(before.id, { firstName: 'A', expectedUpdatedAt: before.updatedAt })
  const stale = await patch(before.id, { firstName: 'B', expectedUpdatedAt: before.updatedAt })
  expect([stale.status, stale.body.code, stale.body.updatedAt]).toEqual([409, 'stale_write', after.updatedAt])
  expect((await read(before.id)).firstName).toBe('A')
})

test.each([
  ['a', 0, 'abcd'],
  ['a', 1, 'bacd'],
  ['a', 3, 'bcda'],
  ['a', 39, 'bcda'],
  ['d', 0, 'dabc'],
  ['c', 1, 'acbd'],
])('%s moves to %i: %s', async (who, position, after) => {
  const { id, ids } = await newTrip('a', 'b', 'c', 'd')
  const moved = await patch(ids[who], { position })
  expect(moved.body.position).toBe(after.indexOf(who))
  expect(await namesOf(id)).toBe(after)
  expect((await revert(moved)).status).toBe(200)
  expect(await namesOf(id)).toBe('abcd')
})

test('undoing a move brings the place back among those who came and went meanwhile', async () => {
  const { id, ids } = await newTrip('a', 'b', 'c')
  const moved = await patch(ids.a, { position: 2 })
  await patch(ids.c, { position: 0 })
  await agency.api(`DELETE /v1/travelers/${ids.b}`)
  await agency.api(`POST /v1/trips/${id}/travelers`, { body: { firstName: 'd', position: 1 } })
  expect(await namesOf(id)).toBe('cda')
  expect((await revert(moved)).status).toBe(200)
  const names = await namesOf(id)
  expect([...names].toSorted().join('')).toBe('acd')
  expect(names.indexOf('c')).toBeLessThan(names.indexOf('d'))
})

test('an undo restores what was written, sealed numbers too, and is refused once somebody edited the traveler since', async () => {
  const before = await newTraveler()
  const first = await patch(before.id, { docNumber: 'X1', firstName: 'A' })
  const second = await patch(before.id, { lastName2: 'B' })
  const refused = await revert(first)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_revertible'])
  expect((await read(before.id)).docNumber).toBe('X1')
  expect([(await revert(second)).status, (await revert(first)).status]).toEqual([200, 200])
  expect(await read(before.id)).toEqual({ ...before, updatedAt: expect.any(String) })
})

test('a change of a traveler can be undone for 30 days', async () => {
  const { id } = await newTraveler()
  const aged = async (age: string) => {
    const changed = await patch(id, { firstName: age })
    await world.admin.query('update changes set created_at = now() - $1::interval where id = $2', [
      age,
      changed.headers.get('service-change-id'),
    ])
    return (await revert(changed)).status
  }
  expect([await aged('29 days'), await aged('31 days')]).toEqual([200, 409])
})

test('fifty moves and removals at once leave every place taken once', async () => {
  const { id, ids } = await newTrip(...'abcdefghijklmnopqrst')
  const steps = Object.values(ids).flatMap((one, n) => [
    patch(one, { position: (n * 7) % 20 }),
    ...(n % 2 === 0 ? [agency.api(`DELETE /v1/travelers/${one}`)] : [patch(one, { position: n % 3 })]),
  ])
  for (const { status } of await Promise.all(steps)) expect([200, 404]).toContain(status)
  const { data } = (await agency.api(`GET /v1/trips/${id}/travelers`, { query: { limit: '100' } })).body
  expect(data.map(({ position }: { position: number }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(new Set(data.map((one: { id: string }) => one.id)).size).toBe(10)
})
