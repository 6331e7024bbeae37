import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { openWrite } from '../../db/write.ts'
import { insertTrip } from './trip.queries.ts'
import { newContent } from './trip.rules.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test.each([
  ['2026-12-31T22:59:59.999Z', 'Europe/Madrid', 'V26-0001'],
  ['2026-12-31T23:00:00.000Z', 'Europe/Madrid', 'V27-0001'],
  ['2026-12-31T23:00:00.000Z', 'Atlantic/Canary', 'V26-0001'],
  ['2027-01-01T04:59:59.999Z', 'America/Lima', 'V26-0001'],
  ['2005-06-01T00:00:00.000Z', 'Europe/Madrid', 'V05-0001'],
  ['2100-06-01T00:00:00.000Z', 'Europe/Madrid', 'V00-0001'],
])('a trip made at %s by an agency in %s gets the code %s', async (now, timeZone, code) => {
  const write = await openWrite(world.app.writer, { agencyId: agency.id, writeId: randomUUIDv7() })
  try {
    await write.db.rows(sql`select set_config('travesia.now', ${now}, true)`)
    const content = newContent({ title: 'Fin de año' }, agency.userId)
    expect((await insertTrip(write.db, timeZone, content)).code).toBe(code)
  } finally {
    await write.rollBack()
  }
})
