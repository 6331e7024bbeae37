import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorWrite } from '../../src/db/operator-write.ts'
import { hashOf } from '../../src/domain/accounts/api-key.ts'
import { openUser } from '../../src/domain/accounts/index.ts'
import { apiAt } from '../harness/api.ts'
import { newWorld, type TestAgency, type TestKey, type World } from '../harness/world.ts'

const PASSWORD = 'correct horse battery staple'

let world: World
let agency: TestAgency
let keys: TestKey[]
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const person = { name: 'Ana', email: 'ana@agency.example', role: 'agent', password: PASSWORD } as const
  const { id } = await operatorWrite(world.app.writer, agency.id, (db) => openUser(db, person))
  keys = [agency.key, await agency.newKey(), await agency.newKey({ userId: id, expiresAt: '2099-01-01T00:00:00.000Z' })]
  for (const { api } of keys) {
    const { headers } = await api('POST /v1/trips', { body: { title: 'Trip' }, headers: { 'Idempotency-Key': 'retry me' } })
    await api(`POST /v1/changes/${headers.get('service-change-id')}/revert`, { headers: { 'Idempotency-Key': 'undo me' } })
    await api('GET /v1/me')
  }
})
afterAll(() => world.stop())

/** Everything that a dump of the database would hold, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await world.admin.query(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'm') and relnamespace = 'public'::regnamespace`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await world.admin.query(`select row_to_json(t)::text as text from ${name} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

test('no table holds the secret of a key, a password, or what a retry was called', async () => {
  const text = await dump()
  expect(text).toContain(agency.id)
  for (const { secret } of keys) {
    const random = secret.slice('trv_live_'.length)
    expect(text).not.toContain(secret)
    // beyond the prefix that is shown, nothing of it
    expect(text).not.toContain(random.slice(6))
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  }
  expect(text).not.toContain(PASSWORD)
  expect(text).not.toContain(Buffer.from(PASSWORD).toString('hex'))
  expect(text).not.toContain('retry me')
})

test('what is kept of a key is no key', async () => {
  const hash = hashOf(agency.key.secret)
  const { rows } = await world.admin.query('select secret_hash, prefix from api_keys where id = $1', [agency.key.id])
  expect(rows[0].secret_hash).toEqual(hash)
  const forms = [hash.toString('hex'), hash.toString('base64url'), hash.toString('base64'), `\\x${hash.toString('hex')}`]
  const attempts = [...forms, ...forms.map((form) => `trv_live_${form}`), `trv_live_${forms[0]?.slice(0, 32)}`, rows[0].prefix]
  for (const secret of attempts) {
    const { status, body } = await apiAt(world.app.baseUrl, secret)('GET /v1/me')
    expect([secret, status, body.code]).toEqual([secret, 401, 'unauthorized'])
  }
})

test('a password is kept as a slow hash with a salt of its own', async () => {
  for (const email of ['one@agency.example', 'two@agency.example']) {
    await operatorWrite(world.app.writer, agency.id, (db) => openUser(db, { name: 'Same', email, role: 'agent', password: PASSWORD }))
  }
  const { rows } = await world.admin.query('select password_hash from users where password_hash is not null')
  expect(rows).toHaveLength(3)
  for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=\d{5,},t=\d+,p=\d+\$/)
  expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(3)
})
