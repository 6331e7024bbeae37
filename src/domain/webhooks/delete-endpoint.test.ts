import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

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

test('a deleted endpoint is gone, with what waited for it', async () => {
  const { id } = await newEndpoint()
  await agency.newTrip()
  await agency.publish()
  const { body } = await agency.api(`DELETE /v1/webhook-endpoints/${id}`)
  expect(body).toEqual({ object: 'webhook_endpoint', id, deleted: true })
  for (const route of [
    `GET /v1/webhook-endpoints/${id}`,
    `GET /v1/webhook-endpoints/${id}/deliveries`,
    `DELETE /v1/webhook-endpoints/${id}`,
  ]) {
    expect((await agency.api(route)).status).toBe(404)
  }
  const { rows } = await world.admin.query('select status from webhook_deliveries where endpoint_id = $1', [id])
  expect(rows).toEqual([{ status: 'discarded' }])
  expect((await world.admin.query('select from webhook_queue where endpoint_id = $1', [id])).rowCount).toBe(0)
})

test('a delete decided on an older state is refused', async () => {
  const { id, updatedAt } = await newEndpoint()
  await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { description: 'Newer' } })
  const { status } = await agency.api(`DELETE /v1/webhook-endpoints/${id}`, { query: { expectedUpdatedAt: updatedAt } })
  expect(status).toBe(409)
  expect((await agency.api(`GET /v1/webhook-endpoints/${id}`)).status).toBe(200)
})
