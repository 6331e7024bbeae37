import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/catalogue.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { SCOPES } from '../../src/operations/scopes.ts'
import type { Answer } from '../harness/api.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { send } from './call.ts'
import { capturedRows, contentsOf } from './contents.ts'
import { validCall } from './fixtures.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const LATER = { updatedAt: expect.any(String), deletedAt: expect.any(String) }

/** What an undo leaves behind where it does something else than putting the rows back. */
const INSTEAD: Record<string, (done: Answer) => Promise<void>> = {
  async 'trips.create'({ body }) {
    const archived = await agency.api('GET /v1/trips/archived')
    expect(archived.body.data.map(({ id }: { id: string }) => id)).toContain(body.id)
    expect((await agency.api(`GET /v1/trips/${body.id}`)).status).toBe(404)
  },
  async 'catalogEntities.create'({ body }) {
    expect((await agency.api(`GET /v1/catalog/entities/${body.id}`)).body).toMatchObject({ ...body, ...LATER })
    expect((await agency.api('GET /v1/catalog/entities')).body.data.map(({ id }: { id: string }) => id)).not.toContain(body.id)
  },
}

const UNDOABLE = OPERATIONS.filter(({ undo }) => undo !== 'none')
const hasInstead = ({ undo }: Operation) => typeof undo === 'object' && undo.instead !== undefined

test.each(UNDOABLE)('undoing $id brings everything back as it was', async (operation) => {
  const call = await validCall(operation, agency)
  const before = await capturedRows(world.admin, agency.id)
  const done = await send(agency.api, operation, call)
  expect(done.status, JSON.stringify(done.body)).toBe(operation.status)
  expect(await capturedRows(world.admin, agency.id), 'the call has to change something').not.toEqual(before)

  const changeId = done.headers.get('service-change-id')
  const undone = await agency.api(`POST /v1/changes/${changeId}/revert`)
  expect(undone.body).toMatchObject({ object: 'change', id: changeId, operationId: operation.id, status: 'reverted' })
  if (hasInstead(operation)) await whatItDoesInstead(operation)(done)
  else expect(await capturedRows(world.admin, agency.id)).toEqual(before)

  const after = await contentsOf(world.admin)
  const again = await agency.api(`POST /v1/changes/${changeId}/revert`)
  expect([again.status, again.body.code]).toEqual([409, 'not_revertible'])
  expect(await contentsOf(world.admin)).toEqual(after)
})

test.each(UNDOABLE)('undoing $id needs the scopes of doing it', async (operation) => {
  const done = await send(agency.api, operation, await validCall(operation, agency))
  const key = await agency.newKey({ scopes: SCOPES.filter((scope) => !operation.scopes.includes(scope)) })
  const before = await contentsOf(world.admin)
  const refused = await key.api(`POST /v1/changes/${done.headers.get('service-change-id')}/revert`)
  expect([refused.status, refused.body.code, refused.body.missingScopes]).toEqual([403, 'insufficient_scope', operation.scopes])
  expect(await contentsOf(world.admin)).toEqual(before)
})

test.each(OPERATIONS.filter(({ undo }) => undo === 'none'))('$id records no change', async (operation) => {
  const call = await validCall(operation, agency)
  const count = async () => (await world.admin.query('select count(*) from changes')).rows[0].count
  const before = await count()
  const { status, headers } = await send(agency.api, operation, call)
  expect([status, headers.get('service-change-id'), await count()]).toEqual([operation.status, null, before])
})

function whatItDoesInstead(operation: Operation): (done: Answer) => Promise<void> {
  const expectation = INSTEAD[operation.id]
  if (!expectation)
    throw new Error(`${operation.id} is undone in a way of its own: say in INSTEAD of test/contract/undo.test.ts what that leaves`)
  return expectation
}
