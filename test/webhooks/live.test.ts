import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let world: World
let agency: TestAgency
let receiver: Receiver
beforeAll(async () => {
  world = await newWorld()
  await world.app.work()
  agency = await world.newAgency()
  receiver = await startReceiver()
})
afterAll(async () => {
  await world.stop()
  await receiver.stop()
  expect(world.faults).toEqual([])
})

test('what happens reaches its receiver by itself: created at once, edits together when their burst is over', async () => {
  const { body: endpoint } = await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['trip.*'] } })
  const trip = await agency.newTrip()
  const [created] = await receiver.wait(1)
  expect(created?.body).toMatchObject({ type: 'trip.created', subject: { object: 'trip', id: trip.id, tripId: trip.id }, data: trip })
  const editedAt = Date.now()
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'One' } })
  await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: 'Two', travelers: 3 } })
  const [, updated] = await receiver.wait(2)
  expect(updated?.body).toMatchObject({ type: 'trip.updated', changed: ['title', 'travelers'], data: { title: 'Two' } })
  expect((updated?.at ?? 0) - editedAt).toBeGreaterThanOrEqual(5000)
  expect(receiver.received).toHaveLength(2)
  for (const { raw, headers } of receiver.received) {
    expect(new Webhook(endpoint.secret).verify(raw, headers as Record<string, string>)).toEqual(JSON.parse(raw))
  }
})

test('a receiver that hangs takes nothing from one that answers', async () => {
  const other = await world.newAgency()
  const hanging = await startReceiver()
  hanging.answer(() => {})
  const good = await startReceiver()
  for (const { url } of [hanging, hanging, hanging, good]) {
    await other.api('POST /v1/webhook-endpoints', { body: { url, eventTypes: ['trip.created'] } })
  }
  for (let trips = 0; trips < 50; trips++) await other.newTrip()
  await good.wait(50)
  // all of them, while no attempt of the other was answered
  expect(good.received).toHaveLength(50)
  expect(hanging.received.length).toBeGreaterThan(0)
  await Promise.all([hanging.stop(), good.stop()])
})

test('the monitoring tells what waits, and that jobs are done', async () => {
  const text = await (await fetch(`${world.app.baseUrl()}/metrics`)).text()
  for (const line of [
    /^travesia_outbox_events \d/m,
    /^travesia_outbox_lag_seconds [\d.]+/m,
    /^travesia_jobs\{state="running"\} \d/m,
    /^travesia_mails\{state="queued"\} 0$/m,
    /^travesia_mails\{state="failed"\} 0$/m,
    /^travesia_workers 1$/m,
  ]) {
    expect(text).toMatch(line)
  }
  const { status, body } = await world.stranger('GET /readyz')
  expect([status, body.checks.jobs]).toEqual([200, 'ok'])
})
