import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAILS_AT_A_TIME } from '../../src/mail/carrier.ts'
import type { MailTried } from '../../src/mail/send-mail.ts'
import { mailTask } from '../../src/worker/mail-task.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { mailRow, plannedAt, queued } from './mail-desk.ts'
import { startBareServer, startMailServer } from './mail-server.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(async () => {
  await world.stop()
  expect(world.faults).toEqual([])
})

const from = { name: undefined, address: 'hola@viajes.example' }

/** The worker of this world, with its mail going there. */
async function workWith(smtpUrl: string, mailSchedule: readonly number[]) {
  const told: MailTried[] = []
  const mail = { ...world.app.workParts.mail, smtpUrl, from }
  const onMail = (tried: MailTried) => told.push(tried)
  const worker = await startWorker(world.scratch.database, { ...world.app.workParts, mail, mailSchedule, onMail })
  return { told, stop: worker.stop }
}

test('a mail goes out by itself, and again by itself after it was refused for now', async () => {
  const server = await startMailServer()
  server.refuse({ recipient: { code: 450, words: '4.2.1 Later' } })
  const { told, stop } = await workWith(server.url, Array(1000).fill(0.1))
  const id = await queued(world, agency)
  await expect.poll(() => told[0]?.status, { timeout: 60_000 }).toBe('queued')
  server.refuse({})
  const [{ read } = expect.fail('nothing came')] = await server.wait(1)
  expect(read.messageId).toBe(`<${id}@viajes.example>`)
  await stop()
  expect(server.received).toHaveLength(1)
  expect(await mailRow(world, id)).toMatchObject({ status: 'sent' })
  expect([await plannedAt(world, id), told.at(-1)?.status]).toEqual([undefined, 'sent'])
  await server.stop()
})

test('a mail server that hangs holds a few jobs, and no webhook waits for it', async () => {
  const hanging = await startBareServer(() => {})
  const receiver = await startReceiver()
  const { told, stop } = await workWith(hanging.url, [3600])
  for (let mails = 0; mails < 30; mails++) await queued(world, agency)
  await hanging.connected(MAILS_AT_A_TIME)
  const { body } = await agency.api('POST /v1/webhook-endpoints', { body: { url: receiver.url, eventTypes: ['trip.created'] } })
  for (let trips = 0; trips < 10; trips++) await agency.newTrip()
  await receiver.wait(10)
  expect(body.enabled).toBe(true)
  await stop()
  // those on their way were cut off by the stop, and wait for their next try with all the others
  const { rows } = await world.admin.query(`select count(*)::int as mails from mails where status = 'queued'`)
  expect(rows).toEqual([{ mails: 30 }])
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['queued']))
  await Promise.all([hanging.stop(), receiver.stop()])
})

test('a job that comes when as many run as may is put back, and counts as no try', async () => {
  const hanging = await startBareServer(() => {})
  const mail = { ...world.app.workParts.mail, smtpUrl: hanging.url, from }
  const task = mailTask({ ...world.app.workParts, mail })
  const stop = new AbortController()
  const run = (mailId: string) => task.run({ agencyId: agency.id, mailId }, { abortSignal: stop.signal })
  const ids: string[] = []
  for (let mails = 0; mails <= MAILS_AT_A_TIME; mails++) ids.push(await queued(world, agency))
  const last = ids.pop() as string
  const [dueAt, running] = [await plannedAt(world, last), ids.map(run)]
  expect(task.isFull()).toBe(true)
  await run(last)
  expect(await mailRow(world, last)).toMatchObject({ status: 'queued', tries: 0, last_error: null })
  expect((await plannedAt(world, last))?.getTime()).toBeGreaterThan(dueAt?.getTime() ?? Number.POSITIVE_INFINITY)
  stop.abort()
  await Promise.all(running)
  expect(task.isFull()).toBe(false)
  await task.close()
  await hanging.stop()
})
