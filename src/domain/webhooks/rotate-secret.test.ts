import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { after, type Postman, postman } from '../../../test/webhooks/postman.ts'
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

test('for 24 hours the old secret signs beside the new one, then the new one alone', async () => {
  const { body: endpoint } = await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['*'] } })
  const { status, body: rotated } = await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/rotate-secret`)
  expect([status, rotated.id]).toEqual([200, endpoint.id])
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(endpoint.secret)

  const signaturesAt = async (now: Date) => {
    await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/test`)
    await post.deliver(agency, endpoint.id, now)
    const { raw, headers } = receiver.received.at(-1) as (typeof receiver.received)[number]
    // the judge goes by its own clock: a signature of another time is made comparable
    const id = String(headers['webhook-id'])
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return { given: String(headers['webhook-signature']).split(' '), by: (secret: string) => new Webhook(secret).sign(id, at, raw) }
  }
  const during = await signaturesAt(after(rotated.updatedAt, { hours: 23, minutes: 59 }))
  expect(during.given).toEqual([during.by(rotated.secret), during.by(endpoint.secret)])
  const later = await signaturesAt(after(rotated.updatedAt, { hours: 24, seconds: 1 }))
  expect(later.given).toEqual([later.by(rotated.secret)])
})

test('a secret rotated twice leaves the first without a say', async () => {
  const { body: endpoint } = await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['*'] } })
  const rotate = async () => (await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/rotate-secret`)).body.secret
  const [second, third] = [await rotate(), await rotate()]
  await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/test`)
  await post.deliver(agency, endpoint.id)
  const { raw, headers } = receiver.received.at(-1) as (typeof receiver.received)[number]
  for (const secret of [second, third]) expect(() => new Webhook(secret).verify(raw, headers as Record<string, string>)).not.toThrow()
  expect(() => new Webhook(endpoint.secret).verify(raw, headers as Record<string, string>)).toThrow()
})
