import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { startServer } from '../road/server-process.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { startBareServer, startMailServer } from './mail-server.ts'

let world: World
let agency: TestAgency
let receiver: Receiver
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await world.stop()
})

const LONG_AGO = `clock_timestamp() - interval '1 minute'`

test('after kill -9 between the commit and the sending, another process sends the mail, once', async () => {
  receiver.answer((response) => response.writeHead(500).end())
  const { body: endpoint } = await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['trip.*'] } })
  await world.admin.query(`update webhook_endpoint_states set failing_since = now() - interval '73 hours' where endpoint_id = $1`, [
    endpoint.id,
  ])
  const settings = {
    ...world.scratch.environment,
    WEBHOOK_ALLOW_INSECURE: '1',
    MAIL_FROM: 'Viajes <hola@viajes.example>',
    LOG_LEVEL: 'info',
  }

  const hanging = await startBareServer(() => {})
  const doomed = await startServer({ ...settings, SMTP_URL: hanging.url })
  await agency.api(`POST /v1/webhook-endpoints/${endpoint.id}/test`)
  await hanging.connected(1)
  await doomed.kill()
  await hanging.stop()
  expect((await agency.api(`GET /v1/webhook-endpoints/${endpoint.id}`)).body.disabledReason).toBe('no_success_for_3_days')
  const queued = await world.admin.query('select id, status, recipient from mails')
  expect(queued.rows).toMatchObject([{ status: 'queued' }])

  // what a dead process held is free after 20 seconds
  await world.admin.query(`update worker_processes set seen_at = ${LONG_AGO}`)
  await world.admin.query(`update graphile_worker._private_jobs set locked_at = ${LONG_AGO} where locked_at is not null`)
  const server = await startMailServer()
  const next = await startServer({ ...settings, SMTP_URL: server.url })
  const [mail = expect.fail('nothing came')] = await server.wait(1)
  const { body: me } = await agency.api('GET /v1/me')
  expect(mail.envelopeTo).toEqual([me.user.email])
  expect(mail.read).toMatchObject({
    messageId: `<${queued.rows[0].id}@viajes.example>`,
    subject: `Webhook desactivado: ${new URL(receiver.url).host}`,
  })
  expect(await next.stop()).toBe(0)
  await server.stop()
  expect((await world.admin.query('select status, tries from mails')).rows).toEqual([{ status: 'sent', tries: 1 }])
  expect(server.received).toHaveLength(1)

  // what was logged on the way names nobody, and quotes no mail
  await expect.poll(() => next.complaints(), { timeout: 60_000 }).toContain(queued.rows[0].id)
  const logged = next.complaints() + doomed.complaints()
  for (const personal of [me.user.email, me.user.displayName, 'desactivado', 'hola@viajes.example']) expect(logged).not.toContain(personal)
})
