import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

/** Numbers that nothing else in the database looks like. */
const NUMBERS = ['QZPASSA1', 'QZPASSB2', 'QZTAXC3', 'QZPASSD4', 'QZTAXE5']
const [PASSPORT, RENEWED, TAX, OF_CONTACT, TAX_OF_CONTACT] = NUMBERS as [string, string, string, string, string]

const asBytes = NUMBERS.map((number) => Buffer.from(number).toString('hex'))

/** Every table in which one of the numbers lies open, in any column. */
async function openIn(): Promise<string[]> {
  const { rows: tables } = await world.admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  const open: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await world.admin.query(`select from ${name} t where t::text ~* $1 limit 1`, [[...NUMBERS, ...asBytes].join('|')])
    if (rowCount) open.push(name)
  }
  return open
}

test('document numbers and tax ids lie open nowhere in the database: not in the log, not with retries, not after undo', async () => {
  const asked = (body: object) => ({ body, headers: { 'Idempotency-Key': randomUUIDv7() } })
  const trip = await agency.newTrip({ travelers: 3 })
  const create = asked({ docType: 'passport', docNumber: PASSPORT, taxId: TAX })
  const created = await agency.api(`POST /v1/trips/${trip.id}/travelers`, create)
  const { id } = created.body
  const updated = await agency.api(`PATCH /v1/travelers/${id}`, asked({ docNumber: RENEWED }))
  await agency.api(`POST /v1/trips/${trip.id}/contact`, asked({ docNumber: OF_CONTACT, taxId: TAX_OF_CONTACT }))
  await agency.api(`PATCH /v1/trips/${trip.id}/contact`, asked({ name: 'A', taxId: null }))
  const removed = await agency.api(`DELETE /v1/travelers/${id}`)
  await agency.publish()
  expect(await openIn()).toEqual([])

  for (const change of [removed, updated])
    expect((await agency.api(`POST /v1/changes/${change.headers.get('service-change-id')}/revert`)).status).toBe(200)
  expect((await agency.api(`GET /v1/travelers/${id}`)).body).toMatchObject({ docNumber: PASSPORT, taxId: TAX })
  await agency.publish()
  expect(await openIn()).toEqual([])

  // and yet a retry is told what the first one was
  const again = await agency.api(`POST /v1/trips/${trip.id}/travelers`, create)
  expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', created.body])
})
