import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import { isWrite, type Operation } from '../../src/operations/operation.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Call, send } from './call.ts'
import { filtersOf } from './filters.ts'
import { listedRows, listsAmong, validCall } from './fixtures.ts'
import { askedBy } from './statements.ts'

const READS = OPERATIONS.filter((operation) => !isWrite(operation))
const LISTS = listsAmong(READS)

/** Reads that ask the database nothing. */
const ASKS_NOTHING: Record<string, string> = {
  'me.get': 'tells of the caller, who is known already',
}

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

/** Reads of one thing after another: how many statements, and why. */
const ASKS_MORE: Record<string, string> = {
  'webhookDeliveries.list': "asks for the endpoint first: an empty page would not tell that it is somebody else's",
  'documents.listOfTrip': 'asks for the trip first, as above',
  'documentFolders.list': 'asks for the trip first, as above',
  'travelers.listOfTrip': 'asks for the trip first, for the same reason',
  'events.get': 'reads what the event is about as its own GET does',
  'events.list': 'reads what its events are about, one kind after another',
}

/** One statement at most, on the reader, and without a lock. */
async function expectOneStatement(operation: Operation, call: Call): Promise<unknown[]> {
  let rows: unknown[] = []
  const { texts, writes } = await askedBy(world, async () => {
    const { status, body } = await send(agency.api, operation, call)
    expect(status, JSON.stringify(body)).toBe(operation.status)
    rows = body.data
  })
  if (operation.id in ASKS_MORE) expect(texts.length).toBeGreaterThan(0)
  else expect(texts, `${operation.id} reads with one statement`).toHaveLength(operation.id in ASKS_NOTHING ? 0 : 1)
  expect(writes, `${operation.id} leaves the writer alone`).toBe(0)
  for (const text of texts) {
    expect(text.trimStart()).toMatch(/^(select|with) /)
    expect(text).not.toMatch(/for (no key )?(update|share)/)
  }
  return rows
}

test.each(READS)('$id asks the database once, on the reader, without a lock', async (operation) => {
  await expectOneStatement(operation, await validCall(operation, agency))
})

describe.each(LISTS)('$id', (operation) => {
  let call: Call
  beforeAll(async () => {
    call = await validCall(operation, agency)
    await listedRows(operation, agency, call.params)
  })

  test('asks once however many rows it shows, and once more for the next page', async () => {
    expect((await expectOneStatement(operation, call)).length).toBeGreaterThanOrEqual(3)
    const { body } = await send(agency.api, operation, { ...call, query: { ...call.query, limit: 2 } })
    const next = { ...call, query: { ...call.query, limit: 2, cursor: body.nextCursor } }
    expect((await expectOneStatement(operation, next)).length).toBeGreaterThan(0)
  })

  test('asks once under every filter at once', async () => {
    await expectOneStatement(operation, { ...call, query: { ...call.query, ...(await filtersOf(operation, agency)) } })
  })
})

test('what is refused before the database is asked costs no statement', async () => {
  const refused = async (answer: Promise<{ status: number }>, status: number) => expect((await answer).status).toBe(status)
  const { texts, writes } = await askedBy(world, async () => {
    await refused(agency.api('GET /v1/trips?limit=0'), 400)
    await refused(agency.api('POST /v1/trips', { body: {} }), 400)
    await refused(world.stranger('GET /v1/trips'), 401)
  })
  expect([texts, writes]).toEqual([[], 0])
})
