import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { type Postman, postman } from '../../../test/webhooks/postman.ts'
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

let receiver: Receiver
let post: Postman
let id: string
beforeAll(async () => {
  receiver = await startReceiver()
  post = postman(world)
  id = (await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['trip.*'] } })).body.id
})
afterAll(async () => {
  await post.stop()
  await receiver.stop()
})
const list = async (query = {}) => (await agency.api(`GET /v1/webhook-endpoints/${id}/deliveries`, { query })).body.data

test('deliveries are listed with every attempt, and filtered by status and type', async () => {
  const trip = await agency.newTrip()
  await agency.publish()
  receiver.answer((response) => response.writeHead(500).end('Sorry, \0 ñ'))
  await post.deliver(agency, id)
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  await agency.publish()
  receiver.answer((response) => response.writeHead(204).end())
  await post.deliver(agency, id)

  const [archived, created] = await list()
  expect(archived).toMatchObject({
    eventType: 'trip.archived',
    status: 'delivered',
    nextAttemptAt: null,
    attempts: [{ httpStatus: 204, responseSnippet: null }],
  })
  expect(created).toMatchObject({
    eventType: 'trip.created',
    status: 'retrying',
    attempts: [{ httpStatus: 500, error: null, responseSnippet: 'Sorry,  ñ' }],
  })
  expect(created.nextAttemptAt > created.attempts[0].at).toBe(true)
  expect(await list({ status: 'retrying' })).toEqual([created])
  expect(await list({ eventType: 'trip.archived' })).toEqual([archived])
  expect(await list({ status: 'failed' })).toEqual([])
})

test("a colleague's deliveries are not found", async () => {
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  expect((await colleague.api(`GET /v1/webhook-endpoints/${id}/deliveries`)).status).toBe(404)
})
