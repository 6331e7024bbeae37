import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAt } from '../harness/api.ts'
import { newWorld, type World } from '../harness/world.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

interface Ended {
  code: number
  stdout: string
  stderr: string
}

const travesia = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...world.scratch.environment }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })

// biome-ignore lint/suspicious/noExplicitAny: each command has a shape of its own
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await travesia(...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

test('an agency, a person and a key are made while the server runs, and the key works at once', async () => {
  const agency = await json('agency', 'create', '--name', 'Viajes Sol', '--per-key-per-minute', '7')
  expect(agency).toEqual({ id: expect.any(String), name: 'Viajes Sol' })
  const user = await json(
    'user',
    'create',
    '--agency',
    agency.id,
    '--name',
    'Ana',
    '--email',
    'ana@sol.example',
    '--password',
    'correct horse',
  )
  expect(user).toEqual({ id: expect.any(String) })
  const key = await json('key', 'create', '--user', user.id, '--name', 'CRM', '--scopes', 'trips:write,trips:read')
  expect(key).toEqual({
    id: expect.any(String),
    prefix: key.secret.slice(0, 15),
    scopes: ['trips:read', 'trips:write'],
    secret: expect.stringMatching(/^trv_live_[A-Za-z0-9_-]{32}$/),
  })
  const { body } = await apiAt(world.app.baseUrl, key.secret)('GET /v1/me')
  expect(body).toMatchObject({
    user: { id: user.id, displayName: 'Ana', email: 'ana@sol.example' },
    agency: { id: agency.id, name: 'Viajes Sol' },
    key: { id: key.id, name: 'CRM', prefix: key.prefix, expiresAt: null },
    limits: { perKeyPerMinute: 7, perAgencyPerMinute: 1200 },
  })

  expect(await json('agency', 'list')).toContainEqual(expect.objectContaining({ id: agency.id, perKeyPerMinute: 7 }))
  expect(await json('user', 'list')).toContainEqual(
    expect.objectContaining({ id: user.id, role: 'agent', tripDeletion: 'own', travelerDeletion: false }),
  )
  const listed = (await json('key', 'list')).find(({ id }: { id: string }) => id === key.id)
  expect(listed).toMatchObject({ name: 'CRM', revokedAt: null })
  expect(JSON.stringify(listed)).not.toContain(key.secret)

  expect(await json('key', 'revoke', key.id)).toEqual({ id: key.id, revokedAt: expect.any(String) })
  await expect.poll(async () => (await apiAt(world.app.baseUrl, key.secret)('GET /v1/me')).status, { timeout: 1000 }).toBe(401)
})

test('a key that has ended already can be made, and is refused', async () => {
  const agency = await json('agency', 'create', '--name', 'Viajes Luna')
  const user = await json('user', 'create', '--agency', agency.id, '--name', 'Eva', '--email', 'eva@luna.example', '--role', 'admin')
  const key = await json('key', 'create', '--user', user.id, '--name', 'Old', '--scopes', 'all', '--expires', '2020-01-01T00:00:00Z')
  expect(key.scopes).toHaveLength(14)
  expect((await apiAt(world.app.baseUrl, key.secret)('GET /v1/me')).status).toBe(401)
})

test.each([
  [['key', 'revoke', '01890000-0000-7000-8000-000000000000'], 'there is no key'],
  [['key', 'revoke', 'nonsense'], 'the key must be an id'],
  [['key', 'revoke'], 'travesia key revoke takes ID'],
  [['key', 'create', '--user', '01890000-0000-7000-8000-000000000000', '--name', 'x', '--scopes', 'all'], 'there is no user'],
  [['key', 'create', '--user', '01890000-0000-7000-8000-000000000000', '--name', 'x', '--scopes', 'trips:fly'], '--scopes has trips:fly'],
  [['user', 'create', '--agency', '01890000-0000-7000-8000-000000000000', '--name', 'x', '--email', 'x@y.es'], 'there is no agency'],
  [['user', 'create', '--name', 'x', '--email', 'x@y.es'], '--agency is missing'],
  [
    ['user', 'create', '--agency', '01890000-0000-7000-8000-000000000000', '--name', 'x', '--email', 'x'],
    '--email must be an email address',
  ],
  [
    ['user', 'create', '--agency', '01890000-0000-7000-8000-000000000000', '--name', 'x', '--email', 'x@y.es,z@y.es'],
    '--email must be an email address',
  ],
  [['agency', 'create'], '--name is missing'],
  [['agency', 'create', '--name', 'x', '--per-key-per-minute', '0'], '--per-key-per-minute must be a whole number above 0'],
  [['agency', 'create', '--nome', 'x'], "Unknown option '--nome'"],
  [['fly', 'away'], 'there is no command "fly away"'],
])('travesia %s ends with one clear line', async (args, line) => {
  const { code, stdout, stderr } = await travesia(...args, '--json')
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^Travesía: .+\n$/)
  expect(stderr).toContain(line)
})

test('an agency has each email once, in upper or lower case', async () => {
  const agency = await json('agency', 'create', '--name', 'Viajes Mar')
  await json('user', 'create', '--agency', agency.id, '--name', 'Leo', '--email', 'leo@mar.example')
  const again = await travesia('user', 'create', '--agency', agency.id, '--name', 'Leo', '--email', 'LEO@mar.example')
  expect([again.code, again.stderr]).toEqual([1, 'Travesía: the agency already has a user LEO@mar.example\n'])
})

test('migrate says what it applied, and openapi prints the document', async () => {
  expect(await json('migrate')).toEqual({ applied: [] })
  expect((await json('openapi')).openapi).toBe('3.1.0')
})

test('without --json the answers are for people', async () => {
  expect((await travesia('help')).stdout).toContain('travesia key create --user ID --name NAME --scopes a,b|all [--expires TIMESTAMP]')
  expect((await travesia('agency', 'create', '--name', 'Viajes Río')).stdout).toMatch(/^Agency Viajes Río: [0-9a-f-]{36}\n$/)
  expect((await travesia('agency', 'list')).stdout).toMatch(/id +name +perKeyPerMinute/)
})

test('demo makes an agency with trips in several states, and its key reads them', async () => {
  const { agencyId, secret, trips } = await json('demo')
  const { body } = await apiAt(world.app.baseUrl, secret)('GET /v1/trips')
  expect([body.data.length, trips]).toEqual([6, 6])
  expect(new Set(body.data.map(({ commercialState }: { commercialState: string }) => commercialState)).size).toBe(6)
  const japan = body.data.find(({ title }: { title: string }) => title.startsWith('Japón'))
  expect(japan).toMatchObject({ publication: 'published', commercialState: 'reservada', travelers: 2 })
  expect(japan.design.stops).toHaveLength(6)
  const { body: itinerary } = await apiAt(world.app.baseUrl, secret)(`GET /v1/trips/${japan.id}/itinerary`)
  expect(itinerary.blocks.filter(({ type }: { type: string }) => type === 'day')).toHaveLength(18)
  const found = await apiAt(world.app.baseUrl, secret)('GET /v1/library/entries?q=fushimi')
  expect(found.body.data).toMatchObject([{ title: 'Fushimi Inari', rootType: 'activity', tags: ['kioto', 'templos'] }])
  expect((await apiAt(world.app.baseUrl, secret)('GET /v1/trip-templates')).body.data).toHaveLength(2)
  const inKyoto = await apiAt(world.app.baseUrl, secret)('GET /v1/catalog/entities?cityKey=kioto-jp&kind=alojamiento')
  expect(inKyoto.body.data).toMatchObject([{ name: 'Ryokan Motonago', origin: 'human', place: { city: 'Kioto' } }])
  expect((await apiAt(world.app.baseUrl, secret)('GET /v1/catalog/routes')).body.data).toMatchObject([{ nights: 7 }, { nights: 15 }])
  expect(await json('agency', 'list')).toContainEqual(expect.objectContaining({ id: agencyId, name: 'Viajes Demo' }))
})

test('demo fills an agency that is there, as somebody of it, whatever its limits, and leaves no key behind', async () => {
  const agency = await json('agency', 'create', '--name', 'Viajes Luna', '--per-key-per-minute', '3', '--per-agency-per-minute', '3')
  const nobody = await travesia('demo', '--agency', agency.id)
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('has nobody in it')])
  const user = await json('user', 'create', '--agency', agency.id, '--name', 'Luis', '--email', 'luis@luna.example')
  expect(await json('demo', '--agency', agency.id)).toEqual({
    ...{ agencyId: agency.id, trips: 6, travelers: 6, templates: 2, libraryEntries: 4, catalogEntries: 37, routes: 2 },
  })
  const { rows } = await world.admin.query('select distinct owner_id from trips where agency_id = $1', [agency.id])
  expect(rows).toEqual([{ owner_id: user.id }])
  expect(
    (await json('key', 'list')).filter(({ name, revokedAt }: { name: string; revokedAt: string }) => name === 'Demo data' && !revokedAt),
  ).toEqual([])
})
