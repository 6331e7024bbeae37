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
beforeAll(async () => {
  receiver = await startReceiver()
  post = postman(world)
})
afterAll(async () => {
  await post.stop()
  await receiver.stop()
})
const create = async (path: string) =>
  (await agency.api('POST /v1/webhook-endpoints', { body: { url: `${receiver.url}/${path}`, eventTypes: ['trip.archived'] } })).body

test('a test event goes to this endpoint only, whatever it subscribed to, and is about the endpoint', async () => {
  const [one, other] = [await create('one'), await create('other')]
  const { status, body: delivery } = await agency.api(`POST /v1/webhook-endpoints/${one.id}/test`)
  expect([status, delivery]).toMatchObject([200, { endpointId: one.id, eventType: 'webhook.test', status: 'pending', attempts: [] }])
  for (const { id } of [one, other]) await post.deliver(agency, id)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/one'])
  const { secret: _, ...shown } = one
  expect(receiver.received[0]?.body).toMatchObject({
    id: delivery.eventId,
    type: 'webhook.test',
    subject: { object: 'webhook_endpoint', id: one.id, tripId: null },
    changed: [],
    data: shown,
  })
  const { body } = await agency.api(`GET /v1/webhook-endpoints/${one.id}/deliveries`)
  expect(body.data[0]).toMatchObject({ id: delivery.id, status: 'delivered', attempts: [{ httpStatus: 200, error: null }] })
  expect((await agency.api(`GET /v1/webhook-endpoints/${one.id}`)).body.lastSuccessAt).not.toBeNull()
})

test('an endpoint that is switched off is not tested', async () => {
  const { id } = await create('off')
  await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { enabled: false } })
  const { status, body } = await agency.api(`POST /v1/webhook-endpoints/${id}/test`)
  expect([status, body.code]).toEqual([409, 'invalid_state'])
})
