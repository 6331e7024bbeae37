import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../../test/harness/api.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { OPERATIONS } from '../../catalogue.ts'
import { operation } from '../../operations/operation.ts'
import { Shape, Uuid } from '../../operations/schema.ts'

/** Goes wrong on our side after it wrote. */
const brokenWrite = operation({
  id: 'test.brokenWrite',
  title: 'Breaks',
  describe: 'Writes, then breaks.',
  route: 'POST /v1/trips/{tripId}/test-broken',
  kind: 'write',
  scopes: ['trips:write'],
  cost: 1,
  undo: 'captured',
  params: Shape({ tripId: Uuid() }),
  returns: Shape({}),
  problems: [],
  async handle({ params, db }) {
    await db.rows(db.update('trips', { title: 'Half done' }).where('id', '=', params.tripId))
    throw new Error('a secret of the inside')
  },
})

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld([...OPERATIONS, brokenWrite])
  agency = await world.newAgency()
})
afterAll(() => world.stop())

async function editedTrip(): Promise<{ id: string; change: string }> {
  const { id } = await agency.newTrip({ title: 'A' })
  const { headers } = await agency.api(`PATCH /v1/trips/${id}`, { body: { title: 'B' } })
  return { id, change: headers.get('service-change-id') as string }
}
const revert = (api: Api, change: string, asked = {}) => api(`POST /v1/changes/${change}/revert`, asked)
const titleOf = async (id: string) => (await agency.api(`GET /v1/trips/${id}`)).body.title

test('another key of the same person may undo it, with the scopes of the operation alone', async () => {
  const { id, change } = await editedTrip()
  const other = await agency.newKey({ scopes: ['trips:write'] })
  const { status, body } = await revert(other.api, change)
  expect([status, body.credentialId]).toEqual([200, agency.key.id])
  expect(await titleOf(id)).toBe('A')
})

test('a key without the scopes of the operation is refused, and told which', async () => {
  const { id, change } = await editedTrip()
  const reader = await agency.newKey({ scopes: ['trips:read', 'catalog:write'] })
  const refused = await revert(reader.api, change)
  expect([refused.status, refused.body.code, refused.body.missingScopes]).toEqual([403, 'insufficient_scope', ['trips:write']])
  expect(await titleOf(id)).toBe('B')
})

test('for a colleague and for another agency there is no such change, and nothing is undone', async () => {
  const { id, change } = await editedTrip()
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const stranger = await world.newAgency()
  for (const { api } of [colleague, stranger]) {
    const refused = await revert(api, change)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  }
  expect(await titleOf(id)).toBe('B')
  expect((await agency.api(`GET /v1/changes/${change}`)).body.status).toBe('applied')
})

test('what a colleague changed since stands in the way too', async () => {
  const { id, change } = await editedTrip()
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  await colleague.api(`PATCH /v1/trips/${id}`, { body: { title: 'C' } })
  expect((await revert(agency.api, change)).body.code).toBe('not_revertible')
  expect(await titleOf(id)).toBe('C')
})

test('a retried undo is answered again, not refused', async () => {
  const { change } = await editedTrip()
  const asked = { headers: { 'Idempotency-Key': `undo ${change}` } }
  const first = await revert(agency.api, change, asked)
  const again = await revert(agency.api, change, asked)
  expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true'])
  expect((await revert(agency.api, change)).status).toBe(409)
})

test('an undo takes no body', async () => {
  const { id, change } = await editedTrip()
  expect((await revert(agency.api, change, { body: { force: true } })).status).toBe(400)
  expect(await titleOf(id)).toBe('B')
})

test('what went wrong on our side leaves a failed change that says nothing internal, and nothing to undo', async () => {
  const { id } = await editedTrip()
  const broken = await agency.api(`POST /v1/trips/${id}/test-broken`)
  expect([broken.status, broken.headers.get('service-change-id')]).toEqual([500, null])
  expect(await titleOf(id)).toBe('B')
  const { body } = await agency.api('GET /v1/changes', { query: { status: 'failed' } })
  expect(body.data).toMatchObject([{ operationId: 'test.brokenWrite', status: 'failed', tripIds: [id] }])
  expect(body.data[0].error).toContain(broken.body.requestId)
  expect(JSON.stringify(body)).not.toContain('secret of the inside')
  const refused = await revert(agency.api, body.data[0].id)
  expect([refused.status, refused.body.detail]).toEqual([409, 'It failed, so nothing was written.'])
  expect(world.faults).toHaveLength(1)
})

test('a change that waits for work elsewhere is not undone twice', async () => {
  const { id, change } = await editedTrip()
  await world.admin.query(`update changes set status = 'reverting' where id = $1`, [change])
  const refused = await revert(agency.api, change)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'not_revertible', 'It is being undone.'])
  expect(await titleOf(id)).toBe('B')
})
