import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../../test/harness/world.ts'
import { operatorWrite } from '../../db/operator-write.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

test('me tells whose key it is, what it may do and its limits, and nothing more', async () => {
  const agency = await world.newAgency({ perKey: 300, perAgency: 1200 })
  const key = await agency.newKey({ scopes: ['quotes:read', 'trips:write', 'trips:read'], expiresAt: '2099-12-31T23:59:59.000Z' })
  const { status, body } = await key.api('GET /v1/me')
  expect(status).toBe(200)
  expect(body).toEqual({
    object: 'me',
    user: { id: agency.userId, displayName: 'Ana Prueba', email: expect.stringMatching(/@agency\.example$/) },
    agency: { id: agency.id, name: 'Viajes Prueba' },
    key: {
      id: key.id,
      name: 'Test key',
      prefix: key.secret.slice(0, body.key.prefix.length),
      scopes: ['trips:read', 'trips:write', 'quotes:read'],
      expiresAt: '2099-12-31T23:59:59.000Z',
    },
    limits: { perKeyPerMinute: 300, perAgencyPerMinute: 1200 },
  })
  expect(JSON.stringify(body)).not.toContain(key.secret)
})

test('a key without any scope still may ask who it is', async () => {
  const agency = await world.newAgency()
  const { status, body } = await (await agency.newKey({ scopes: [] })).api('GET /v1/me')
  expect([status, body.key.scopes, body.key.expiresAt]).toEqual([200, [], null])
})

test('without a key, or with one that expired, nobody is told anything', async () => {
  const agency = await world.newAgency()
  const expired = await agency.newKey({ expiresAt: '2020-01-01T00:00:00.000Z' })
  for (const api of [world.stranger, expired.api]) {
    const { status, headers, body } = await api('GET /v1/me')
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer'])
  }
})

test('what changed about a person is told soon, though keys are remembered', async () => {
  const agency = await world.newAgency()
  await agency.api('GET /v1/me')
  await operatorWrite(world.app.writer, agency.id, (db) => db.rows(db.update('users', { name: 'Renamed' }).where('id', '=', agency.userId)))
  const deadline = performance.now() + 5000
  let name: string
  do name = (await agency.api('GET /v1/me')).body.user.displayName
  while (name !== 'Renamed' && performance.now() < deadline)
  expect(name).toBe('Renamed')
})
