import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorWrite } from '../../src/db/operator-write.ts'
import { openWrite } from '../../src/db/write.ts'
import { queueMail } from '../../src/domain/mail/index.ts'
import { forgetOldMail } from '../../src/housekeeping.ts'
import { openSmtp } from '../../src/mail/smtp.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { mailRow, plannedAt, queued, someMail, trySending } from './mail-desk.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

const FROM = { name: undefined, address: 'hola@viajes.example' }

let world: World
let agency: TestAgency
let server: MailServer
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  server = await startMailServer()
})
afterAll(async () => {
  await server.stop()
  await world.stop()
})

const left = async () =>
  (await world.admin.query('select (select count(*)::int from mails) as mails, (select count(*)::int from graphile_worker.jobs) as jobs'))
    .rows[0]

test('a committed write leaves a mail and its job, due at once', async () => {
  const mail = someMail()
  const id = await queued(world, agency, mail)
  expect(await mailRow(world, id)).toMatchObject({
    ...{ agency_id: agency.id, kind: mail.kind, about_id: mail.aboutId, recipient: mail.to, subject: mail.subject },
    ...{ status: 'queued', tries: 0, last_error: null, sent_at: null },
  })
  const at = await plannedAt(world, id)
  expect(at && at <= new Date()).toBe(true)
})

test.each(['rollBack', 'rollBackChecked'] as const)('a write that ends with %s leaves neither', async (end) => {
  const before = await left()
  const write = await openWrite(world.app.writer, { agencyId: agency.id, writeId: randomUUIDv7() })
  await queueMail(write.db, someMail())
  await write[end]()
  expect(await left()).toEqual(before)
})

test('a write that fails after it queued a mail leaves neither', async () => {
  const before = await left()
  const failing = operatorWrite(world.app.writer, agency.id, async (db) => {
    await queueMail(db, someMail())
    throw new Error('something else went wrong')
  })
  await expect(failing).rejects.toThrow('something else')
  expect(await left()).toEqual(before)
})

test('a mail is no event and no change: nothing is captured of it', async () => {
  const before = await world.written()
  await queued(world, agency)
  expect(await world.written()).toEqual(before)
})

test.each([
  ['a line break and a header', 'Kioto\r\nBcc: eva@evil.example', 'Kioto Bcc: eva@evil.example'],
  ['a lone line feed', 'Kioto\nBcc: eva@evil.example', 'Kioto Bcc: eva@evil.example'],
  ['a line separator of Unicode', 'Kioto\u2028\u0085Bcc: eva@evil.example', 'Kioto Bcc: eva@evil.example'],
  ['an end of the headers', 'Kioto\r\n\r\n<script>', 'Kioto <script>'],
  ['signs that turn the writing round', 'Kioto\u202Eexe.fdp', 'Kioto exe.fdp'],
])('a subject with %s stays one line', async (_, subject, line) => {
  const smtp = openSmtp({ url: server.url, from: FROM })
  const id = await queued(world, agency, someMail({ subject }))
  await trySending(world, smtp, agency, id)
  const { read, envelopeTo } = server.received.at(-1) ?? expect.fail('nothing came')
  expect([read.subject, envelopeTo, read.bcc]).toEqual([line, ['ana@agency.example'], undefined])
  await smtp.close()
})

test.each([
  ['a second command', 'ana@agency.example>\r\nRCPT TO:<eva@evil.example'],
  ['a header', 'ana@agency.example\r\nBcc: eva@evil.example'],
  ['two addresses', 'ana@agency.example, eva@evil.example'],
  ['a name around it', 'Ana <eva@evil.example>'],
  ['quotes', '"eva@evil.example"@agency.example'],
  ['a space', 'ana @agency.example'],
  ['nothing', ''],
  ['no host', 'ana@'],
])('an address with %s gets nothing: its mail has failed at once, and the write stands', async (_, to) => {
  const came = server.askedFor.length
  const id = await queued(world, agency, someMail({ to }))
  const smtp = openSmtp({ url: server.url, from: FROM })
  expect(await trySending(world, smtp, agency, id)).toEqual([])
  expect(await mailRow(world, id)).toMatchObject({ status: 'failed', tries: 0, body_text: null, last_error: 'this is no address for mail' })
  expect([await plannedAt(world, id), server.askedFor.length]).toEqual([undefined, came])
  await smtp.close()
})

test('a mail without a subject of one line is refused by the database too', async () => {
  const insert = world.admin.query(
    `insert into mails (agency_id, id, kind, about_id, recipient, subject, status, created_at, updated_at)
     values ($1, uuidv7(), 'x', uuidv7(), 'a@b.es', E'a\\nBcc: c@d.es', 'failed', now(), now())`,
    [agency.id],
  )
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})

test('housekeeping forgets the mail of every agency that is older than 30 days, and no other', async () => {
  const other = await world.newAgency()
  const old = [await queued(world, agency), await queued(world, other)]
  await world.admin.query(`update mails set created_at = created_at - interval '30 days'`)
  const young = await queued(world, agency)
  await forgetOldMail(world.app.reader, world.app.writer)
  expect((await world.admin.query('select id from mails')).rows).toEqual([{ id: young }])
  // a job that is still there finds nothing to send
  const smtp = openSmtp({ url: server.url, from: FROM })
  expect(await trySending(world, smtp, agency, String(old[0]))).toEqual([])
  await smtp.close()
})
