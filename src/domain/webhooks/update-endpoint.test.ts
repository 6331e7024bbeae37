import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { operatorWrite } from '../../db/operator-write.ts'
import { setRevoked } from '../accounts/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const URL = 'https://crm.example.com/travesia'
const newEndpoint = async (body = {}) =>
  (await agency.api('POST /v1/webhook-endpoints', { body: { url: URL, eventTypes: ['trip.*'], ...body } })).body

const patch = (id: string, body: object) => agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body })

test('what is given changes, the rest stays', async () => {
  const { secret: _, ...endpoint } = await newEndpoint({ description: 'Old' })
  const { body } = await patch(endpoint.id, { url: 'https://other.example/hook', eventTypes: ['trip.created'] })
  expect(body).toEqual({ ...endpoint, url: 'https://other.example/hook', eventTypes: ['trip.created'], updatedAt: body.updatedAt })
  expect(body.updatedAt > endpoint.updatedAt).toBe(true)
})

test('a change to what it is already changes nothing, not even its time', async () => {
  const { secret: _, ...endpoint } = await newEndpoint()
  expect((await patch(endpoint.id, { url: endpoint.url, enabled: true, description: '' })).body).toEqual(endpoint)
})

test('an update decided on an older state is refused', async () => {
  const { id, updatedAt } = await newEndpoint()
  await patch(id, { description: 'Newer' })
  const { status, body } = await patch(id, { description: 'Late', expectedUpdatedAt: updatedAt })
  expect([status, body.code]).toEqual([409, 'stale_write'])
})

test('addresses and types are checked as when it was made', async () => {
  const { id } = await newEndpoint()
  const { status, body } = await patch(id, { url: 'https://10.1.1.1', eventTypes: ['nothing'] })
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['url', 'eventTypes[0]']])
})

test('switched off, it gets nothing: what waits is discarded, what happens then is not kept for it', async () => {
  const { id } = await newEndpoint()
  await agency.newTrip()
  await agency.publish()
  expect((await patch(id, { enabled: false })).body).toMatchObject({ enabled: false, disabledReason: 'by_request' })
  await agency.newTrip()
  await agency.publish()
  const { body } = await agency.api(`GET /v1/webhook-endpoints/${id}/deliveries`)
  expect(body.data.map(({ status, nextAttemptAt }: Record<string, unknown>) => [status, nextAttemptAt])).toEqual([['discarded', null]])
})

test('switched on again, it hears of what happens from then on, and its failures are forgotten', async () => {
  const { id } = await newEndpoint()
  await patch(id, { enabled: false })
  await world.admin.query("update webhook_endpoint_states set failing_since = now() - interval '4 days' where endpoint_id = $1", [id])
  expect((await patch(id, { enabled: true })).body).toMatchObject({ enabled: true, disabledReason: null, failingSince: null })
  await agency.newTrip()
  await agency.publish()
  expect((await agency.api(`GET /v1/webhook-endpoints/${id}/deliveries`)).body.data).toHaveLength(1)
})

test('the endpoint of a revoked key can not be switched on', async () => {
  const key = await agency.newKey()
  const { body: endpoint } = await key.api('POST /v1/webhook-endpoints', { body: { url: URL, eventTypes: ['*'] } })
  await operatorWrite(world.app.writer, agency.id, (db) => setRevoked(db, key.id))
  const { status, body } = await patch(endpoint.id, { enabled: true })
  expect([status, body.code]).toEqual([409, 'invalid_state'])
})
