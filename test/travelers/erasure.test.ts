import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPersonalData } from '../../src/housekeeping.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const daysAgo = (days: number) => Temporal.Now.plainDateISO('Europe/Madrid').subtract({ days }).toString()
const forget = () => forgetPersonalData(world.app.reader, world.app.writer)
const idOf = (answer: { headers: Headers }) => answer.headers.get('service-change-id')
const revert = (answer: { headers: Headers }) => agency.api(`POST /v1/changes/${idOf(answer)}/revert`)

/** Everything written so far happened so long before. */
async function age(interval: string): Promise<void> {
  for (const change of [
    'update captures set at = at - $1::interval',
    'update changes set created_at = created_at - $1::interval',
    'update travelers set updated_at = updated_at - $1::interval',
    'update trip_contacts set updated_at = updated_at - $1::interval',
  ])
    await world.admin.query(change, [interval])
}

async function tripThatEnded(days: number) {
  const { id } = await agency.newTrip({ startDate: daysAgo(days + 7), endDate: daysAgo(days), travelers: 4 })
  const body = { firstName: 'Lucía', docType: 'passport', docNumber: 'P1', docExpiry: '2040-01-01', taxId: 'T1' }
  const added = await agency.api(`POST /v1/trips/${id}/travelers`, { body })
  await agency.api(`POST /v1/trips/${id}/contact`, { body: { name: 'Lucía', docNumber: 'P1', taxId: 'T1' } })
  return { id, added, traveler: added.body }
}
const read = async (id: string) => (await agency.api(`GET /v1/travelers/${id}`)).body
const contactOf = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/contact`)).body
const loggedNumbers = async (rowIds: string[]) =>
  (await world.admin.query(`select from captures where row_id = any($1) and old ->> 'doc_number' is not null`, [rowIds])).rowCount

test('document numbers are erased 90 days after the trip has ended, with the rest left as it was, and not before', async () => {
  const [past, recent] = [await tripThatEnded(91), await tripThatEnded(89)]
  await age('2 days')
  const contact = await contactOf(past.id)
  await forget()
  const erased = await read(past.traveler.id)
  expect(erased).toEqual({
    ...{ ...past.traveler, docNumber: null, missing: [...past.traveler.missing, 'docNumber'] },
    ...{ docsPurgedAt: expect.stringMatching(/Z$/), updatedAt: erased.docsPurgedAt },
  })
  expect(await contactOf(past.id)).toEqual({ ...contact, docNumber: null })
  expect(await read(recent.traveler.id)).toMatchObject({ docNumber: 'P1', docsPurgedAt: null })
  expect((await contactOf(recent.id)).docNumber).toBe('P1')

  const entered = await agency.api(`PATCH /v1/travelers/${past.traveler.id}`, { body: { docNumber: 'P9' } })
  expect(entered.body).toMatchObject({ docNumber: 'P9', docsPurgedAt: null })
  expect((await revert(entered)).status).toBe(200)
  expect(await read(past.traveler.id)).toMatchObject({ docNumber: null, docsPurgedAt: erased.docsPurgedAt })

  // and once only
  const written = await world.written()
  await forget()
  expect(await world.written()).toEqual(written)
})

test('what was erased stands in no log, and no undo brings it back', async () => {
  const { id, traveler } = await tripThatEnded(100)
  const changed = await agency.api(`PATCH /v1/travelers/${traveler.id}`, { body: { docNumber: 'P2' } })
  const second = await agency.api(`POST /v1/trips/${id}/travelers`, { body: { docNumber: 'P3' } })
  const removed = await agency.api(`DELETE /v1/travelers/${second.body.id}`)
  await age('2 days')
  await forget()
  expect(await loggedNumbers([traveler.id, second.body.id, id])).toBe(0)
  expect((await revert(changed)).body.code).toBe('not_revertible')
  expect((await read(traveler.id)).docNumber).toBeNull()
  expect((await revert(removed)).status).toBe(200)
  expect((await read(second.body.id)).docNumber).toBeNull()
})

test('an agency may keep them longer', async () => {
  const { traveler } = await tripThatEnded(200)
  await world.admin.query('update agencies set documents_kept_days = 365 where id = $1', [agency.id])
  await age('2 days')
  await forget()
  expect((await read(traveler.id)).docNumber).toBe('P1')
  await world.admin.query('update agencies set documents_kept_days = 90 where id = $1', [agency.id])
  await forget()
  expect((await read(traveler.id)).docNumber).toBeNull()
})

test('a trip without dates has not ended, and what was written today waits until retries of it are forgotten', async () => {
  const undated = await agency.newTrip()
  const { body: waiting } = await agency.api(`POST /v1/trips/${undated.id}/travelers`, { body: { docNumber: 'P1' } })
  await age('2 days')
  const { traveler } = await tripThatEnded(100)
  await forget()
  expect([(await read(waiting.id)).docNumber, (await read(traveler.id)).docNumber]).toEqual(['P1', 'P1'])
})

test('after 30 days the log tells nothing of people, and still everything of their trips', async () => {
  const { id, traveler } = await tripThatEnded(1)
  const edited = await agency.api(`PATCH /v1/trips/${id}`, { body: { title: 'Otro' } })
  await age('31 days')
  await agency.api(`PATCH /v1/travelers/${traveler.id}`, { body: { firstName: 'Luz' } })
  await forget()
  const { rows } = await world.admin.query(
    `select table_name, op from captures where agency_id = $1 and (trip_id = $2 or table_name = 'traveler_accounts') order by seq`,
    [agency.id, id],
  )
  expect(rows.map(({ table_name, op }) => `${op} ${table_name}`)).toEqual(['insert trips', 'update trips', 'update travelers'])
  expect((await revert(edited)).status).toBe(200)
})

test('nobody else rewrites the log: in one agency’s name nothing of another’s is forgotten', async () => {
  const { traveler } = await tripThatEnded(1)
  const other = await world.newAgency()
  const client = await world.app.writer.connect()
  await client.query(`select set_config('travesia.agency_id', '${other.id}', false)`)
  await client.query('select forget_people(now())')
  await client.query('select erase_logged_numbers(array[$1::uuid])', [traveler.tripId])
  client.release(true)
  const { rowCount } = await world.admin.query('select from captures where row_id = $1', [traveler.id])
  expect(rowCount).toBe(1)
})
