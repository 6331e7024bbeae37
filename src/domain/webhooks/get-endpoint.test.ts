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

const create = async (api = agency.api) =>
  (await api('POST /v1/webhook-endpoints', { body: { url: 'https://crm.example.com/x', eventTypes: ['*'] } })).body

test("a colleague's endpoint is not found, another key's of the same person is", async () => {
  const { id } = await create()
  const sibling = await agency.newKey()
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  expect((await sibling.api(`GET /v1/webhook-endpoints/${id}`)).status).toBe(200)
  const { status, body } = await colleague.api(`GET /v1/webhook-endpoints/${id}`)
  expect([status, body.code]).toEqual([404, 'not_found'])
})

test('the endpoint of a revoked key says that it is off, and why', async () => {
  const key = await agency.newKey()
  const { id } = await create(key.api)
  await operatorWrite(world.app.writer, agency.id, (db) => setRevoked(db, key.id))
  expect((await agency.api(`GET /v1/webhook-endpoints/${id}`)).body).toMatchObject({ enabled: false, disabledReason: 'key_revoked' })
})
