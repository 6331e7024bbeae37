import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operatorWrite } from '../../src/db/operator-write.ts'
import { setRevoked } from '../../src/domain/accounts/index.ts'
import { newWorld, type TestAgency, type TestKey, type World } from '../harness/world.ts'
import { after, type Postman, postman } from './postman.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let world: World
let agency: TestAgency
let receiver: Receiver
let post: Postman
beforeAll(async () => {
  world = await newWorld()
  receiver = await startReceiver()
  post = postman(world)
})
beforeEach(async () => {
  agency = await world.newAgency()
  receiver.received.length = 0
  receiver.answer((response) => response.end('ok'))
})
afterAll(async () => {
  await post.stop()
  await world.stop()
  await receiver.stop()
  expect(world.faults).toEqual([])
})

const newEndpoint = async (eventTypes = ['trip.*'], { api }: Pick<TestKey, 'api'> = agency) =>
  (await api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes } })).body
const deliveries = async (id: string) => (await agency.api(`GET /v1/webhook-endpoints/${id}/deliveries`)).body.data
const endpointOf = async (id: string) => (await agency.api(`GET /v1/webhook-endpoints/${id}`)).body
const mails = async () => (await world.admin.query('select * from mails where agency_id = $1', [agency.id])).rows
const types = () => receiver.received.map(({ body }) => body.type)

/** A trip, told to whoever listens. */
async function toldTrip() {
  const trip = await agency.newTrip()
  await agency.publish()
  return trip
}

test('an event arrives in its envelope, with the trip as its GET answers it, signed to the standard', async () => {
  const { id, secret } = await newEndpoint()
  const trip = await toldTrip()
  await post.deliver(agency, id)
  const [{ raw, headers, body } = expect.fail('nothing came')] = receiver.received
  expect(new Webhook(secret).verify(raw, headers as Record<string, string>)).toEqual(body)
  const { body: events } = await agency.api('GET /v1/events', { query: { tripId: trip.id } })
  expect(body).toEqual({
    ...{ id: events.data[0].id, type: 'trip.created', timestamp: trip.createdAt, changed: [] },
    subject: { object: 'trip', id: trip.id, tripId: trip.id },
    data: (await agency.api(`GET /v1/trips/${trip.id}`)).body,
  })
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': body.id })
  expect(await deliveries(id)).toMatchObject([
    { eventId: body.id, status: 'delivered', attempts: [{ httpStatus: 200, responseSnippet: 'ok' }] },
  ])
})

test('a signature of other bytes, or by another secret, is refused', async () => {
  const { id, secret } = await newEndpoint()
  const other = await newEndpoint()
  await toldTrip()
  await post.deliver(agency, id)
  const [{ raw, headers } = expect.fail('nothing came')] = receiver.received
  expect(() => new Webhook(secret).verify(raw.replace('Trip', 'Trap'), headers as Record<string, string>)).toThrow()
  expect(() => new Webhook(other.secret).verify(raw, headers as Record<string, string>)).toThrow()
})

test.each([[200], [201], [204], [299]])('an answer of %i is a success', async (status) => {
  const { id } = await newEndpoint()
  await toldTrip()
  receiver.answer((response) => response.writeHead(status).end())
  await post.deliver(agency, id)
  expect(await deliveries(id)).toMatchObject([{ status: 'delivered', nextAttemptAt: null }])
  expect(await endpointOf(id)).toMatchObject({ failingSince: null, lastSuccessAt: expect.any(String) })
})

test.each([[199 + 101], [301], [302], [307], [400], [404], [410], [429], [500], [503]])(
  'an answer of %i is tried again',
  async (status) => {
    const { id } = await newEndpoint()
    await toldTrip()
    receiver.answer((response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end())
    await post.deliver(agency, id)
    // nobody was followed anywhere
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect(await deliveries(id)).toMatchObject([{ status: 'retrying', attempts: [{ httpStatus: status }] }])
    expect((await endpointOf(id)).failingSince).not.toBeNull()
  },
)

test('retries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each signed afresh with what the trip is then; then it has failed', async () => {
  const { id, secret } = await newEndpoint()
  const trip = await toldTrip()
  receiver.answer((response) => response.writeHead(500).end())
  let now = new Date()
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt++) {
    await agency.api(`PATCH /v1/trips/${trip.id}`, { body: { title: `At attempt ${attempt}` } })
    await post.deliver(agency, id, now)
    const [delivery] = await deliveries(id)
    expect(delivery.attempts).toHaveLength(attempt)
    const { raw, headers, body } = receiver.received.at(-1) as (typeof receiver.received)[number]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(at.getTime()).toBe(Math.floor(now.getTime() / 1000) * 1000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(body.id, at, raw))
    expect(body.data.title).toBe(`At attempt ${attempt}`)
    if (attempt === 8) {
      expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null })
      break
    }
    expect(delivery.status).toBe('retrying')
    const next = new Date(delivery.nextAttemptAt)
    waits.push((next.getTime() - now.getTime()) / 1000)
    // not a moment early
    await post.deliver(agency, id, new Date(next.getTime() - 1))
    expect(receiver.received).toHaveLength(attempt)
    now = next
  }
  for (const [place, seconds] of [5, 300, 1800, 7200, 18000, 36000, 36000].entries()) {
    const wait = waits[place] as number
    expect([place, wait >= seconds * 0.9 && wait <= seconds * 1.1]).toEqual([place, true])
  }
  expect(waits[0]).toBe(5)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await post.deliver(agency, id, after(now, { hours: 48 }))
  expect(receiver.received).toHaveLength(8)
})

test('a success after failures is a success', async () => {
  const { id } = await newEndpoint()
  await toldTrip()
  receiver.answer((response) => response.writeHead(500).end())
  await post.deliver(agency, id)
  receiver.answer((response) => response.end())
  await post.deliver(agency, id, after(new Date(), { seconds: 10 }))
  expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: [{ httpStatus: 500 }, { httpStatus: 200 }] }])
  expect((await endpointOf(id)).failingSince).toBeNull()
})

test('events of one trip arrive in their order, however many wait', async () => {
  const { id } = await newEndpoint()
  const trip = await agency.newTrip()
  for (const state of ['aceptada', 'reservada', 'cancelada']) {
    await agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state } })
  }
  await agency.api(`DELETE /v1/trips/${trip.id}`)
  await agency.publish()
  let inFlight = 0
  receiver.answer((response) => {
    inFlight++
    expect(inFlight, 'never two about one trip').toBe(1)
    setTimeout(() => {
      inFlight--
      response.end()
    }, 20)
  })
  await post.deliver(agency, id)
  expect(types()).toEqual(['trip.created', ...Array(3).fill('trip.commercial_state_changed'), 'trip.archived'])
  expect(receiver.received.at(-1)?.body.data).toEqual({ object: 'trip', id: trip.id, deleted: true })
})

test('thousands that wait arrive once each, those about one trip in their order, and one failure among them is tried again', async () => {
  const waiting = 2300
  const { id } = await newEndpoint()
  const trips = await Promise.all(Array.from({ length: 7 }, () => agency.newTrip()))
  await agency.publish()
  await world.admin.query(
    `with made as (
       insert into webhook_deliveries (agency_id, id, endpoint_id, event_id, event_type, event_timestamp, subject, subject_id, changed,
         status, next_attempt_at, created_at, updated_at)
       select $1, uuidv7(), $2, uuidv7(), 'trip.updated', now(), 'trip', ($3::uuid[])[n % 7 + 1], '{}', 'pending', now(), now(), now()
       from generate_series(1, $4::int) as n
       returning *
     )
     insert into webhook_queue (agency_id, endpoint_id, delivery_id, delivery_created_at, event_id, event_type, event_timestamp, subject,
       subject_id, changed, due_at)
     select agency_id, endpoint_id, id, created_at, event_id, event_type, event_timestamp, subject, subject_id, changed, now() from made`,
    [agency.id, id, trips.map((trip) => trip.id), waiting],
  )
  receiver.answer((response) => response.writeHead(receiver.received.length === 1500 ? 500 : 200).end())
  const left = async () =>
    (await world.admin.query('select count(*)::int as left from webhook_queue where endpoint_id = $1 and due_at <= now()', [id])).rows[0]
      .left
  while ((await left()) > 0) await post.deliver(agency, id)

  const failed = receiver.received[1499]?.headers['webhook-id']
  const arrived = receiver.received.map(({ headers }) => String(headers['webhook-id']))
  expect(new Set(arrived).size).toBe(waiting + trips.length)
  expect(arrived.filter((one) => one !== failed).length).toBe(waiting + trips.length - 1)
  for (const trip of trips) {
    const ofTrip = receiver.received.filter(({ body }) => body.subject.id === trip.id && body.id !== failed).map(({ body }) => body.id)
    expect(ofTrip).toEqual(ofTrip.toSorted())
  }
  const { rows } = await world.admin.query(
    'select status, jsonb_array_length(attempts) as attempts, count(*)::int from webhook_deliveries where endpoint_id = $1 group by 1, 2',
    [id],
  )
  const delivered = rows.filter(({ status }) => status === 'delivered').reduce((sum, { count }) => sum + count, 0)
  const retrying = rows.filter(({ status }) => status === 'retrying')
  expect(delivered + retrying.length).toBe(waiting + trips.length)
  expect(rows.every(({ status, attempts }) => attempts === 1 || (status === 'delivered' && attempts === 2))).toBe(true)
})

test('a first attempt does not wait for the retry of an earlier event', async () => {
  const { id } = await newEndpoint()
  const trip = await toldTrip()
  receiver.answer((response) => response.writeHead(500).end())
  await post.deliver(agency, id)
  receiver.answer((response) => response.end())
  await agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state: 'aceptada' } })
  await agency.publish()
  await post.deliver(agency, id)
  expect(types()).toEqual(['trip.created', 'trip.commercial_state_changed'])
  await post.deliver(agency, id, after(new Date(), { seconds: 10 }))
  // the retry tells how the trip is by then
  expect(receiver.received.at(-1)?.body).toMatchObject({ type: 'trip.created', data: { commercialState: 'aceptada' } })
})

test('an endpoint gets the types that it subscribed to', async () => {
  const [created, all, other] = [await newEndpoint(['trip.created']), await newEndpoint(['*']), await newEndpoint(['trip.archived'])]
  await toldTrip()
  expect([await deliveries(created.id), await deliveries(all.id), await deliveries(other.id)].map(({ length }) => length)).toEqual([
    1, 1, 0,
  ])
})

test('an endpoint gets only what its key may read', async () => {
  const blind = await agency.newKey({ scopes: ['webhooks:write', 'webhooks:read', 'quotes:read'] })
  const { id } = await newEndpoint(['*'], blind)
  await toldTrip()
  expect(await deliveries(id)).toEqual([])
})

test('nothing goes to another agency', async () => {
  const { id } = await newEndpoint(['*'])
  const other = await world.newAgency()
  await other.newTrip()
  await other.publish()
  expect(await deliveries(id)).toEqual([])
})

test("a revoked key's endpoints stop at once: what waits is discarded, nothing more is queued", async () => {
  const key = await agency.newKey()
  const { id } = await newEndpoint(['trip.*'], key)
  await toldTrip()
  await operatorWrite(world.app.writer, agency.id, (db) => setRevoked(db, key.id))
  await expect.poll(() => world.app.workParts.callerOf(agency.id, key.id)).toBeUndefined()
  await post.deliver(agency, id)
  await toldTrip()
  expect(receiver.received).toEqual([])
  expect(await deliveries(id)).toMatchObject([{ status: 'discarded', attempts: [], nextAttemptAt: null }])
})

test('an endpoint without one success for 3 days is switched off, and its owner gets one mail', async () => {
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const { id } = await newEndpoint()
  await newEndpoint(['trip.archived'], colleague)
  await toldTrip()
  receiver.answer((response) => response.writeHead(500).end())
  await post.deliver(agency, id)
  const { failingSince } = await endpointOf(id)
  await toldTrip()
  await post.deliver(agency, id, after(failingSince, { hours: 71, minutes: 59 }))
  expect([(await endpointOf(id)).enabled, post.notified, await mails()]).toEqual([true, [], []])
  await toldTrip()
  await post.deliver(agency, id, after(failingSince, { hours: 72, minutes: 1 }))
  expect(await endpointOf(id)).toMatchObject({ enabled: false, disabledReason: 'no_success_for_3_days' })
  expect(post.notified).toEqual([{ agencyId: agency.id, endpointId: id, keyId: agency.key.id, failingSince }])
  expect(new Set((await deliveries(id)).map(({ status }: { status: string }) => status))).toEqual(new Set(['discarded']))
  const { body: me } = await agency.api('GET /v1/me')
  expect(await mails()).toMatchObject([
    { kind: 'webhook_endpoint_off', about_id: id, recipient: me.user.email, status: 'queued', body_text: expect.stringContaining(id) },
  ])

  const came = receiver.received.length
  await toldTrip()
  await post.deliver(agency, id)
  expect(receiver.received).toHaveLength(came)
  receiver.answer((response) => response.end())
  await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { enabled: true } })
  await toldTrip()
  await post.deliver(agency, id)
  expect(receiver.received).toHaveLength(came + 1)
  expect(await mails()).toHaveLength(1)
})

test.each([
  ['off', [false]],
  ['off and on again', [false, true]],
])(
  'an endpoint that its owner switches %s while its last attempt is on the way is left as they want it, without mail',
  async (_, switches) => {
    const { id } = await newEndpoint()
    await toldTrip()
    receiver.answer((response) => response.writeHead(500).end())
    await post.deliver(agency, id)
    const { failingSince } = await endpointOf(id)
    receiver.answer(async (response) => {
      for (const enabled of switches) await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { enabled } })
      response.writeHead(500).end()
    })
    const told = post.notified.length
    await post.deliver(agency, id, after(failingSince, { hours: 73 }))
    expect((await endpointOf(id)).disabledReason).toBe(switches.at(-1) ? null : 'by_request')
    expect([await mails(), post.notified.length]).toEqual([[], told])
  },
)

test('a delivery that is resent while its attempt is on the way is sent once more', async () => {
  const { id } = await newEndpoint()
  await toldTrip()
  receiver.answer(async (response) => {
    receiver.answer((next) => next.end())
    const [delivery] = await deliveries(id)
    await agency.api(`POST /v1/webhook-endpoints/${id}/deliveries/${delivery.id}/resend`)
    response.end()
  })
  await post.deliver(agency, id)
  await post.deliver(agency, id)
  expect(receiver.received).toHaveLength(2)
  expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }])
})

test('what was switched off while its attempt was on the way stays discarded', async () => {
  const { id } = await newEndpoint()
  await toldTrip()
  receiver.answer(async (response) => {
    await agency.api(`PATCH /v1/webhook-endpoints/${id}`, { body: { enabled: false } })
    response.writeHead(500).end()
  })
  await post.deliver(agency, id)
  expect(await deliveries(id)).toMatchObject([{ status: 'discarded', nextAttemptAt: null, attempts: [{ httpStatus: 500 }] }])
})

test('what was queued while its endpoint was being switched off is discarded, not tried for ever', async () => {
  const { id } = await newEndpoint()
  await toldTrip()
  await world.admin.query('update webhook_endpoints set enabled = false where id = $1', [id])
  await post.deliver(agency, id)
  expect(receiver.received).toEqual([])
  expect((await world.admin.query('select from webhook_queue where endpoint_id = $1', [id])).rowCount).toBe(0)
  expect(await deliveries(id)).toMatchObject([{ status: 'discarded' }])
})
