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
const list = async () => (await agency.api(`GET /v1/webhook-endpoints/${id}/deliveries`)).body.data
const resend = (deliveryId: string) => agency.api(`POST /v1/webhook-endpoints/${id}/deliveries/${deliveryId}/resend`)

test('a delivery is sent again with the same id and what its subject is now', async () => {
  const trip = await agency.newTrip()
  await agency.publish()
  await post.deliver(agency, id)
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'Newer' } })
  const [delivery] = await list()
  const { status, body } = await resend(delivery.id)
  expect([status, body.status, body.attempts.length]).toEqual([200, 'pending', 1])
  await post.deliver(agency, id)
  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect([first?.body.data.title, second?.body.data.title]).toEqual(['Trip', 'Newer'])
  expect(await list()).toMatchObject([{ id: delivery.id, status: 'delivered', attempts: [{ httpStatus: 200 }, { httpStatus: 200 }] }])
})

test('an unknown delivery, and one of another endpoint, is not found', async () => {
  const other = (await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['*'] } })).body
  const { body: ofOther } = await agency.api(`POST /v1/webhook-endpoints/${other.id}/test`)
  for (const deliveryId of [ofOther.id, other.id]) expect((await resend(deliveryId)).status).toBe(404)
})

test('nothing is sent again to an endpoint that is switched off', async () => {
  const [delivery] = await list()
  await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { enabled: false } })
  const { status, body } = await resend(delivery.id)
  expect([status, body.code]).toEqual([409, 'invalid_state'])
})
