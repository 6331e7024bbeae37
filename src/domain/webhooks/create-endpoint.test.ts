import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAt } from '../../../test/harness/api.ts'
import { TEST_SECRET } from '../../../test/harness/postgres.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { buildApp } from '../../app.ts'
import { openSecret } from '../../secrets.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const URL = 'https://crm.example.com/travesia'
const create = (body: object, { api } = agency.key, asked = {}) =>
  api('POST /v1/webhook-endpoints', { body: { url: URL, eventTypes: ['trip.*'], ...body }, ...asked })

test('an endpoint is made with its secret, which is shown this once and kept sealed', async () => {
  const { status, body } = await create({ description: 'CRM' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    url: URL,
    eventTypes: ['trip.*'],
    description: 'CRM',
    enabled: true,
    disabledReason: null,
    failingSince: null,
  })
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { secret, ...rest } = body
  expect((await agency.api(`GET /v1/webhook-endpoints/${body.id}`)).body).toEqual(rest)
  expect(secret.startsWith(rest.secretPreview.replace('…', ''))).toBe(true)
  const { rows } = await world.admin.query('select secret from webhook_endpoints where id = $1', [body.id])
  expect(rows[0].secret.toString('latin1')).not.toContain(secret.slice(6))
  const logged = await world.admin.query("select from captures where table_name = 'webhook_endpoints' and old ? 'secret'")
  expect(logged.rowCount).toBe(0)
})

test('a retry is told the same secret again, and what is kept for it is sealed', async () => {
  const headers = { 'Idempotency-Key': 'endpoint-1' }
  const key = await agency.newKey()
  const first = await create({}, key, { headers })
  const again = await create({}, key, { headers })
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body])
  const { rows } = await world.admin.query('select body from idempotency_records where key_id = $1', [key.id])
  expect(rows).toHaveLength(1)
  expect(rows[0].body).not.toContain('whsec_')
  expect(Buffer.from(rows[0].body, 'base64').toString('latin1')).not.toContain('whsec_')
})

test('a key has at most 10 endpoints, and another key its own 10', async () => {
  const key = await agency.newKey()
  for (let made = 0; made < 10; made++) expect((await create({}, key)).status).toBe(201)
  const { status, body } = await create({}, key)
  expect([status, body.code]).toEqual([409, 'limit_reached'])
  expect((await create({}, await agency.newKey())).status).toBe(201)
})

test('ten endpoints are the most even where they are asked for at once', async () => {
  const key = await agency.newKey()
  const statuses = (await Promise.all(Array.from({ length: 15 }, () => create({}, key)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
})

test.each([
  ['an http address', 'http://crm.example.com/x'],
  ['credentials', 'https://u:p@crm.example.com/x'],
  ['a private address', 'https://10.0.0.1/x'],
  ['a private address in another writing', 'https://0x0a000001/x'],
  ['a private address as a number', 'https://167772161/x'],
  ['a mapped address', 'https://[::ffff:10.0.0.1]/x'],
  ['a metadata address', 'https://169.254.169.254/latest'],
  ['another scheme', 'ftp://crm.example.com'],
  ['no address', 'crm'],
])('an address is refused for %s', async (_, url) => {
  const { status, body } = await create({ url })
  expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_request', 'url'])
})

test.each([['https://127.0.0.1/x'], ['https://[::1]/x'], ['https://localhost/x'], ['https://a.localhost/x'], ['http://127.0.0.1/x']])(
  '%s is this machine: refused, unless insecure webhooks are allowed',
  async (url) => {
    const key = await agency.newKey()
    const { mail } = world.app.workParts
    const settings = {
      ...{ host: '127.0.0.1', port: 0, baseUrl: undefined, metricsToken: undefined, allowInsecureWebhooks: false, mail },
      storageFolder: join(mail.folder, 'storage'),
    }
    const log = { info() {}, warn() {}, fault() {}, flush() {} }
    const strict = buildApp(settings, world.scratch.database, openSecret({ dataDir: '', secretKey: TEST_SECRET }), log)
    await strict.listen()
    const { status } = await create({ url }, { ...key, api: apiAt(strict.baseUrl, key.secret) })
    await strict.stop()
    expect(status).toBe(400)
    expect((await create({ url }, key)).status).toBe(201)
  },
)

test('insecure webhooks open this machine and nothing else', async () => {
  for (const url of ['http://crm.example.com', 'http://10.0.0.1', 'https://192.168.0.1']) expect((await create({ url })).status).toBe(400)
})

test('types of events that there are not, and none at all, are refused at their place', async () => {
  const { status, body } = await create({ eventTypes: ['trip.updated', 'trip.melted', 'boat.*'] })
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['eventTypes[1]', 'eventTypes[2]']])
  expect((await create({ eventTypes: [] })).status).toBe(400)
  expect((await create({ eventTypes: ['*'] }, await agency.newKey())).status).toBe(201)
})

test('a dry run makes no endpoint', async () => {
  const key = await agency.newKey()
  const { status, body } = await create({}, key, { query: { dryRun: 'true' } })
  expect([status, body.object]).toEqual([200, 'preview'])
  const { rows } = await world.admin.query('select from webhook_endpoints where key_id = $1', [key.id])
  expect(rows).toEqual([])
})
