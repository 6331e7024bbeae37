import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a trip starts as a draft, with every member present and the defaults of the contract', async () => {
  const { status, headers, body } = await agency.api('POST /v1/trips', { body: { title: 'Japón' } })
  expect(status).toBe(201)
  expect(headers.get('service-change-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual({
    object: 'trip',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    code: expect.stringMatching(/^V\d\d-0001$/),
    title: 'Japón',
    startDate: null,
    endDate: null,
    publication: 'draft',
    commercialState: 'nueva',
    travelers: 1,
    ownerId: agency.userId,
    design: null,
    presentation: { logoUrl: null, brandColor: null, fontFamily: null, headerMedia: null },
    profile: { pace: null, profiles: [], mobility: 'normal', avoid: [], notes: '' },
    coverImageUrl: null,
    coverage: null,
    metadata: {},
    appUrl: `${world.app.baseUrl()}/app/trips/${body.id}`,
    publicUrl: expect.stringContaining(`${world.app.baseUrl()}/t/`),
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: body.createdAt,
  })
})

test('a refused write and a preview leave no gap in the codes', async () => {
  const other = await world.newAgency()
  const first = await other.newTrip()
  await other.api('POST /v1/trips', { body: { title: 'Two' }, query: { dryRun: 'true' } })
  await other.api('POST /v1/trips', { body: { title: 'Three', ownerId: agency.userId } })
  const next = await other.newTrip()
  expect([first, next].map(({ code }) => code.slice(4))).toEqual(['0001', '0002'])
})

test('a dry run answers the preview of the contract and writes nothing', async () => {
  const before = await world.written()
  const asked = { title: 'Perú', startDate: '2028-02-28', endDate: '2028-03-01' }
  const { status, headers, body } = await agency.api('POST /v1/trips', { body: asked, query: { dryRun: 'true' } })
  expect(status).toBe(200)
  expect(body).toEqual({ object: 'trip_create_preview', ...asked, blocksAdded: 0, days: [] })
  expect(headers.get('service-change-id')).toBeNull()
  expect(await world.written()).toEqual(before)
})

test('the owner is somebody of the agency', async () => {
  const other = await world.newAgency()
  const refused = await agency.api('POST /v1/trips', { body: { title: 'Mine', ownerId: other.userId } })
  expect(refused.status).toBe(400)
  expect(refused.body.errors).toEqual([{ path: 'ownerId', message: 'is nobody of this agency' }])
  const colleague = await agency.newUser()
  expect((await agency.newTrip({ ownerId: colleague })).ownerId).toBe(colleague)
})

test.each([
  [{ startDate: '2027-03-02', endDate: '2027-03-01' }, 'endDate', 'must not be before startDate'],
  [{ startDate: '2027-01-01', endDate: '2029-01-01' }, 'endDate', 'must be within 731 dates of startDate'],
  [{ startDate: '2027-02-29' }, 'startDate', 'must be a date, YYYY-MM-DD'],
  [{ travelers: 41 }, 'travelers', 'must be <= 40'],
  [{ metadata: { 'a b': 'x' } }, 'metadata.a b', 'is not a known field'],
  [{ coverImageUrl: 'https://user:pass@example.com/a.jpg' }, 'coverImageUrl', 'must be an http or https address without credentials'],
  [{ presentation: { brandColor: 'red' } }, 'presentation.brandColor', 'must match ^#[0-9a-fA-F]{6}$'],
  [{ profile: { pace: 'rápido' } }, 'profile.pace', 'must be one of relajado, equilibrado, intenso, null'],
])('%j is refused at %s', async (part, path, message) => {
  const { status, body } = await agency.api('POST /v1/trips', { body: { title: 'No', ...part } })
  expect([status, body.code, body.errors]).toEqual([400, 'invalid_request', [{ path, message }]])
})
