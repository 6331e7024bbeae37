import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { statements } from '../../db/client.ts'
import { operatorWrite } from '../../db/operator-write.ts'
import { keyring, setRevoked } from './index.ts'

let world: World
let agency: TestAgency
let asked: string[] = []
const listener = (text: unknown) => {
  if (String(text).includes('from api_keys k')) asked.push(String(text))
}
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  statements.subscribe(listener)
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  statements.unsubscribe(listener)
  await world.stop()
})

async function withKeyring(use: (ring: ReturnType<typeof keyring>, clock: { now: Date; hears: boolean }) => Promise<void>): Promise<void> {
  const clock = { now: new Date('2026-06-01T12:00:00Z'), hears: true }
  const ring = keyring(
    world.app.reader,
    world.app.writer,
    () => clock.hears,
    () => clock.now,
  )
  try {
    await use(ring, clock)
  } finally {
    await ring.stop()
  }
}

test('a key is looked up once, then known until something changes', () =>
  withKeyring(async (ring) => {
    const caller = await ring.authenticate(agency.key.secret)
    expect(caller).toMatchObject({ agencyId: agency.id, userId: agency.userId, keyId: agency.key.id })
    expect(await ring.authenticate(agency.key.secret)).toBe(caller)
    expect(asked).toHaveLength(1)
    ring.forget()
    expect(await ring.authenticate(agency.key.secret)).toEqual(caller)
    expect(asked).toHaveLength(2)
  }))

test('while changes may go unheard, every request asks the database', () =>
  withKeyring(async (ring, clock) => {
    await ring.authenticate(agency.key.secret)
    clock.hears = false
    const key = await agency.newKey()
    expect((await ring.authenticate(key.secret))?.keyId).toBe(key.id)
    await operatorWrite(world.app.writer, agency.id, (db) => setRevoked(db, key.id))
    expect(await ring.authenticate(key.secret)).toBeUndefined()
    await ring.authenticate(agency.key.secret)
    expect(asked).toHaveLength(4)
  }))

test('what was looked up while a change came in is not kept', () =>
  withKeyring(async (ring) => {
    const looking = ring.authenticate(agency.key.secret)
    ring.forget()
    await looking
    await ring.authenticate(agency.key.secret)
    expect(asked).toHaveLength(2)
  }))

test('a key ends at its expiry to the millisecond, though it is cached', () =>
  withKeyring(async (ring, clock) => {
    const key = await agency.newKey({ expiresAt: '2026-06-01T12:00:01.000Z' })
    expect((await ring.authenticate(key.secret))?.keyId).toBe(key.id)
    clock.now = new Date('2026-06-01T12:00:00.999Z')
    expect(await ring.authenticate(key.secret)).toBeDefined()
    clock.now = new Date('2026-06-01T12:00:01.000Z')
    expect(await ring.authenticate(key.secret)).toBeUndefined()
    expect(asked).toHaveLength(1)
  }))

test('what can not be a key, and what is nobody’s, is refused; the first without asking', () =>
  withKeyring(async (ring) => {
    expect(await ring.authenticate('hello')).toBeUndefined()
    expect(asked).toHaveLength(0)
    expect(await ring.authenticate(`trv_live_${'x'.repeat(32)}`)).toBeUndefined()
    expect(asked).toHaveLength(1)
  }))

test('the last use is noted in one go, the newest time wins, and a refused key is never noted', () =>
  withKeyring(async (ring, clock) => {
    const [used, expired] = [await agency.newKey(), await agency.newKey({ expiresAt: '2020-01-01T00:00:00.000Z' })]
    await ring.authenticate(used.secret)
    await ring.authenticate(expired.secret)
    clock.now = new Date('2026-06-01T12:00:05.678Z')
    await ring.authenticate(used.secret)
    await ring.noteUses()
    clock.now = new Date('2026-06-01T11:00:00.000Z')
    await ring.authenticate(used.secret)
    await ring.noteUses()
    const { rows } = await world.admin.query(
      `select key_id, last_used_at = '2026-06-01T12:00:05.678Z' as newest from api_key_usage where key_id = any($1)`,
      [[used.id, expired.id]],
    )
    expect(rows).toEqual([{ key_id: used.id, newest: true }])
  }))
