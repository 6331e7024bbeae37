import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const patch = (id: string, body: unknown, query: Record<string, string> = {}) => agency.api(`PATCH /v1/trips/${id}`, { body, query })
const read = async (id: string) => (await agency.api(`GET /v1/trips/${id}`)).body

test('every field that people write can be changed, and the others stay', async () => {
  const trip = await agency.newTrip({ metadata: { crm: '1' } })
  const colleague = await agency.newUser()
  const changes = {
    ...{ title: 'Otro', startDate: '2027-05-01', endDate: '2027-05-09', travelers: 40, ownerId: colleague },
    ...{ coverImageUrl: 'https://example.com/a.jpg', metadata: { crm: '2', more: '' } },
    presentation: { logoUrl: 'https://example.com/l.png', headerMedia: { type: 'image', url: 'https://example.com/h.jpg' } },
    profile: { pace: 'relajado', profiles: ['pareja', 'otaku'], mobility: 'reducida', avoid: ['tren'], notes: 'ñ' },
  }
  const { status, headers, body } = await patch(trip.id, changes)
  expect(status).toBe(200)
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    ...{ ...trip, ...changes },
    presentation: { ...trip.presentation, ...changes.presentation },
    updatedAt: body.updatedAt,
  })
  expect(body.updatedAt > trip.updatedAt).toBe(true)
  expect(await read(trip.id)).toEqual(body)
})

test('null clears what may be empty, and merges leave what was not named', async () => {
  const trip = await agency.newTrip({
    ...{ startDate: '2027-05-01', endDate: '2027-05-02', coverImageUrl: 'https://example.com/a.jpg', metadata: { a: '1', b: '2' } },
    ...{ presentation: { brandColor: '#112233', fontFamily: 'lora' }, profile: { pace: 'intenso', notes: 'n' } },
  })
  const { body } = await patch(trip.id, {
    ...{ startDate: null, endDate: null, ownerId: null, coverImageUrl: null, metadata: { a: null, absent: null } },
    ...{ presentation: { brandColor: null }, profile: { pace: null } },
  })
  expect(body).toMatchObject({ startDate: null, endDate: null, ownerId: null, coverImageUrl: null })
  expect(body.metadata).toEqual({ b: '2' })
  expect(body.presentation).toEqual({ ...trip.presentation, brandColor: null })
  expect(body.profile).toEqual({ ...trip.profile, pace: null })
})

test('an edit that says nothing new answers the trip as it is', async () => {
  const trip = await agency.newTrip({ metadata: { a: '1' }, profile: { avoid: ['x'] } })
  for (const body of [{}, { title: 'Trip' }, { metadata: { a: '1' } }, { profile: { avoid: ['x'] } }, { presentation: {} }]) {
    const answer = await patch(trip.id, body)
    expect([answer.status, answer.body]).toEqual([200, trip])
  }
})

test('a stale edit is refused and told the present updatedAt; the expected one passes in any time zone', async () => {
  const trip = await agency.newTrip()
  const { body: changed } = await patch(trip.id, { title: 'B', expectedUpdatedAt: trip.updatedAt })
  expect(changed.title).toBe('B')
  const stale = await patch(trip.id, { title: 'C', expectedUpdatedAt: trip.updatedAt })
  expect([stale.status, stale.body.code, stale.body.updatedAt]).toEqual([409, 'stale_write', changed.updatedAt])
  expect(await read(trip.id)).toEqual(changed)
  const elsewhere = Temporal.Instant.from(changed.updatedAt).toString({ timeZone: 'Asia/Tokyo' })
  expect((await patch(trip.id, { title: 'C', expectedUpdatedAt: elsewhere })).status).toBe(200)
})

test('of two who expected the same state, one writes', async () => {
  const { id, updatedAt } = await agency.newTrip()
  const answers = await Promise.all(['X', 'Y'].map((title) => patch(id, { title, expectedUpdatedAt: updatedAt })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read(id)).title).toBe(answers.find(({ status }) => status === 200)?.body.title)
})

test('a dry run tells each field from and to, by how many days the start moves, and writes nothing', async () => {
  const trip = await agency.newTrip({ startDate: '2027-02-27', endDate: '2027-03-10', metadata: { a: '1' } })
  const asked = { startDate: '2027-03-02', metadata: { a: null }, title: 'Trip' }
  const { status, headers, body } = await patch(trip.id, asked, { dryRun: 'true' })
  expect([status, headers.get('service-change-id')]).toEqual([200, null])
  expect(body).toEqual({
    object: 'trip_update_preview',
    tripId: trip.id,
    changes: [
      { field: 'startDate', from: '2027-02-27', to: '2027-03-02' },
      { field: 'metadata', from: { a: '1' }, to: {} },
    ],
    dayShift: 3,
  })
  expect(await read(trip.id)).toEqual(trip)
})

test.each([
  [{ startDate: '2027-05-10' }, { startDate: '2027-05-01' }, -9],
  [{ startDate: '2027-05-10' }, { title: 'x' }, 0],
  [{ startDate: '2027-05-10' }, { startDate: null }, null],
  [{}, { startDate: '2027-05-10' }, null],
])('with %j, %j shifts the days by %s', async (before, after, dayShift) => {
  const { id } = await agency.newTrip(before)
  expect((await patch(id, after, { dryRun: 'true' })).body.dayShift).toBe(dayShift)
})

test.each([
  [{ endDate: '2027-04-30' }, ['endDate']],
  [{ startDate: '2027-05-11' }, ['endDate']],
  [{ startDate: '2020-01-01' }, ['endDate']],
  [{ title: '' }, ['title']],
  [{ title: null }, ['title']],
  [{ title: 'x'.repeat(501) }, ['title']],
  [{ travelers: 0 }, ['travelers']],
  [{ travelers: 1.5 }, ['travelers']],
  [{ travelers: '2' }, ['travelers']],
  [{ ownerId: 'ana' }, ['ownerId']],
  [{ code: 'V26-9999' }, ['code']],
  [{ publication: 'published' }, ['publication']],
  [{ commercialState: 'nueva' }, ['commercialState']],
  [{ coverImageUrl: 'javascript:alert(1)' }, ['coverImageUrl']],
  [{ presentation: { logo: 'x' } }, ['presentation.logo']],
  [{ presentation: { headerMedia: { type: 'image' } } }, ['presentation.headerMedia.url']],
  [{ profile: { profiles: ['pareja', 'pareja'] } }, ['profile.profiles']],
  [{ metadata: { a: 1 } }, ['metadata.a']],
  [{ metadata: { a: 'x'.repeat(501) } }, ['metadata.a']],
  [{ metadata: [] }, ['metadata']],
  [{ title: '', travelers: 41, nonsense: true }, ['nonsense', 'title', 'travelers']],
])('%j is refused, every mistake at once, and nothing is written', async (body, paths) => {
  const trip = await agency.newTrip({ startDate: '2027-05-01', endDate: '2027-05-10' })
  const written = await world.written()
  const refused = await patch(trip.id, body)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
  expect(refused.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths)
  expect(await world.written()).toEqual(written)
})

test('metadata may have fifty keys in all, wherever they came from', async () => {
  const keys = (from: number, to: number) => Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`k${from + n}`, 'v']))
  const trip = await agency.newTrip({ metadata: keys(0, 30) })
  expect((await patch(trip.id, { metadata: keys(30, 50) })).status).toBe(200)
  const refused = await patch(trip.id, { metadata: keys(50, 51) })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'metadata'])
  expect((await patch(trip.id, { metadata: { k0: null, k50: 'v' } })).status).toBe(200)
})

test('an archived trip and an unknown one are not found, whatever is asked', async () => {
  const { id } = await agency.newTrip()
  await agency.api(`DELETE /v1/trips/${id}`)
  for (const one of [id, '00000000-0000-7000-8000-000000000000']) {
    const { status, body } = await patch(one, { title: 'x' })
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
})
