import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RETRY_AFTER_SECONDS } from '../../src/domain/mail/index.ts'
import type { Carrier } from '../../src/mail/carrier.ts'
import { openSmtp } from '../../src/mail/smtp.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { after } from '../webhooks/postman.ts'
import { mailRow, plannedAt, queued, someMail, trySending } from './mail-desk.ts'
import { type MailServer, startBareServer, startMailServer } from './mail-server.ts'

const FROM = { name: 'Viajes Ñandú', address: 'hola@viajes.example' }
const ANA = 'ana@agency.example'

let world: World
let agency: TestAgency
let server: MailServer
let smtp: Carrier
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
beforeEach(async () => {
  server = await startMailServer()
  smtp = openSmtp({ url: server.url, from: FROM })
})
afterEach(async () => {
  await smtp.close()
  await server.stop()
})
afterAll(async () => {
  await world.stop()
  expect(world.faults).toEqual([])
})

test('a mail arrives as it was written, from whom it is said to be, as nobody answers to', async () => {
  const mail = someMail()
  const id = await queued(world, agency, mail)
  const told = await trySending(world, smtp, agency, id)
  const [{ read, envelopeFrom, envelopeTo } = expect.fail('nothing came')] = server.received
  expect({ envelopeFrom, envelopeTo }).toEqual({ envelopeFrom: FROM.address, envelopeTo: [ANA] })
  expect(read).toMatchObject({ subject: mail.subject, from: FROM, to: [{ address: ANA }], messageId: `<${id}@viajes.example>` })
  expect([read.text?.trim(), read.html?.trim()]).toEqual([mail.text.trim(), mail.html])
  expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect([read.cc, read.bcc, read.attachments]).toEqual([undefined, undefined, []])
  expect(told).toEqual([{ agencyId: agency.id, mailId: id, kind: mail.kind, status: 'sent', tries: 1 }])
})

test('once it was sent, what it said is gone, and it is not sent again', async () => {
  const id = await queued(world, agency)
  await trySending(world, smtp, agency, id)
  const row = await mailRow(world, id)
  expect(row).toMatchObject({ status: 'sent', tries: 1, body_text: null, body_html: null, next_try_at: null, last_error: null })
  expect(row.sent_at).not.toBeNull()
  expect(await trySending(world, smtp, agency, id)).toEqual([])
  expect(server.received).toHaveLength(1)
})

test('a mail whose sending was not written down goes out once more, by the same name', async () => {
  const id = await queued(world, agency)
  const dying = { ...smtp, carry: (...given: Parameters<Carrier['carry']>) => smtp.carry(...given).then(() => expect.fail('it died')) }
  await expect(trySending(world, dying, agency, id)).rejects.toThrow('it died')
  expect(await mailRow(world, id)).toMatchObject({ status: 'queued', tries: 0 })
  await trySending(world, smtp, agency, id)
  expect(server.received.map(({ read }) => read.messageId)).toEqual([`<${id}@viajes.example>`, `<${id}@viajes.example>`])
})

test('a recipient who is refused for now is tried again a minute later, and gets the mail then', async () => {
  const id = await queued(world, agency)
  server.refuse({ recipient: { code: 450, words: `4.2.1 ${ANA} is busy` } })
  const now = new Date()
  const reason = 'the server answered 450 4.2.1 to RCPT TO'
  expect(await trySending(world, smtp, agency, id, now)).toMatchObject([{ status: 'queued', tries: 1, reason }])
  expect(await mailRow(world, id)).toMatchObject({ status: 'queued', tries: 1, last_error: reason, sent_at: null })
  expect(await plannedAt(world, id)).toEqual(after(now, { seconds: 60 }))
  server.refuse({})
  await trySending(world, smtp, agency, id, after(now, { seconds: 60 }))
  expect(await mailRow(world, id)).toMatchObject({ status: 'sent', tries: 2, last_error: null })
  expect(server.received).toHaveLength(1)
})

test.each([
  ['recipient', 550, '5.1.1', 'RCPT TO'],
  ['message', 554, '5.7.1', 'DATA'],
] as const)(
  'a %s that is refused for good has failed at once, and nobody learns from it whose it was',
  async (what, code, enhanced, command) => {
    const id = await queued(world, agency)
    server.refuse({ [what]: { code, words: `${enhanced} <${ANA}> is nobody` } })
    await world.admin.query('delete from graphile_worker._private_jobs where key = $1', [id])
    const told = await trySending(world, smtp, agency, id)
    expect(told).toMatchObject([{ status: 'failed', tries: 1, reason: `the server answered ${code} ${enhanced} to ${command}` }])
    const row = await mailRow(world, id)
    expect(row).toMatchObject({ status: 'failed', next_try_at: null, sent_at: null, body_text: null, body_html: null })
    expect(JSON.stringify([told, row.last_error])).not.toContain('@')
    expect([await plannedAt(world, id), server.received]).toEqual([undefined, []])
  },
)

test('a sender who is refused can be set right: the mail is tried again', async () => {
  const id = await queued(world, agency)
  server.refuse({ sender: { code: 553, words: '5.7.1 Not your address' } })
  expect(await trySending(world, smtp, agency, id)).toMatchObject([
    { status: 'queued', reason: 'the server answered 553 5.7.1 to MAIL FROM' },
  ])
  expect(server.askedFor).toEqual([])
})

test('tries follow after 1, 5 and 30 minutes, 2, 5, 12 and 24 hours; then the mail has failed', async () => {
  const id = await queued(world, agency)
  server.refuse({ message: { code: 451, words: '4.3.0 Later' } })
  let now = new Date()
  for (const [place, seconds] of RETRY_AFTER_SECONDS.entries()) {
    expect(await trySending(world, smtp, agency, id, now)).toMatchObject([{ status: 'queued', tries: place + 1 }])
    const next = after(now, { seconds })
    expect([place, await plannedAt(world, id)]).toEqual([place, next])
    now = next
  }
  expect(RETRY_AFTER_SECONDS).toEqual([60, 300, 1800, 7200, 18_000, 43_200, 86_400])
  expect(await trySending(world, smtp, agency, id, now)).toMatchObject([{ status: 'failed', tries: 8 }])
  server.refuse({})
  expect(await trySending(world, smtp, agency, id, after(now, { hours: 24 }))).toEqual([])
  expect(server.received).toEqual([])
})

test('a server that is not there is tried again', async () => {
  const id = await queued(world, agency)
  await server.stop()
  expect(await trySending(world, smtp, agency, id)).toMatchObject([{ status: 'queued', reason: 'the connection was refused' }])
})

const HANGING: [string, (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['hangs after its greeting', (socket) => socket.write('220 here\r\n')],
  [
    'drips its greeting for ever',
    (socket) => {
      const drip = setInterval(() => socket.write('220-wait\r\n'), 10)
      socket.on('close', () => clearInterval(drip))
    },
  ],
]

test.each(HANGING)('a server that %s costs a try and no more', async (_, answer) => {
  const bare = await startBareServer(answer)
  const carrier = openSmtp({ url: bare.url, from: FROM, withinMs: 300 })
  const id = await queued(world, agency)
  const told = await trySending(world, carrier, agency, id)
  expect(told).toMatchObject([{ status: 'queued', reason: expect.stringMatching(/^no (answer|end) in time$/) }])
  await bare.left()
  await carrier.close()
  await bare.stop()
})

test('a stop ends a try that hangs, and the mail stays queued', async () => {
  const bare = await startBareServer(() => {})
  const carrier = openSmtp({ url: bare.url, from: FROM })
  const stop = new AbortController()
  const trying = carrier.carry({ id: 'x', to: ANA, subject: '', text: '', html: '' }, stop.signal)
  await bare.connected(1)
  stop.abort()
  expect(await trying).toEqual({ taken: false, forGood: false, reason: 'no end in time' })
  await carrier.close()
  await bare.stop()
})

test('a burst goes over few connections', async () => {
  const ids: string[] = []
  for (let mails = 0; mails < 20; mails++) ids.push(await queued(world, agency))
  await Promise.all(ids.map((id) => trySending(world, smtp, agency, id)))
  expect(server.received).toHaveLength(20)
  expect(server.connections()).toBeLessThanOrEqual(4)
})

test.each([
  ['TLS with a certificate that nobody vouches for', true, '', { status: 'queued', reason: expect.stringMatching('CERT') }],
  ['that same TLS, told to take it', true, '?tls.rejectUnauthorized=false', { status: 'sent' }],
  ['no TLS, where it is insisted on', false, '?requireTLS=true', { status: 'queued', reason: expect.stringMatching('STARTTLS|secure') }],
])('a server that offers %s', async (_, offersTls, query, tried) => {
  const own = await startMailServer({ password: 'secret', offersTls })
  const carrier = openSmtp({ url: own.url.replace('//', '//travesia:secret@') + query, from: FROM })
  const id = await queued(world, agency)
  expect(await trySending(world, carrier, agency, id)).toMatchObject([tried])
  // without the TLS that was asked for, neither the password nor the mail left
  const [logins, mails] = tried.status === 'sent' ? [['secret'], 1] : [[], 0]
  expect([own.logins, own.received.length]).toEqual([logins, mails])
  await carrier.close()
  await own.stop()
})

test('the right login opens the server; a wrong one is tried again, and is told nowhere', async () => {
  const locked = await startMailServer({ password: 'p@ss: wörd/1' })
  const at = (password: string) => locked.url.replace('//', `//travesia:${encodeURIComponent(password)}@`)
  const [right, wrong] = [at('p@ss: wörd/1'), at('wrong-password')].map((url) => openSmtp({ url, from: FROM })) as [Carrier, Carrier]
  const id = await queued(world, agency)
  const told = await trySending(world, wrong, agency, id)
  expect(told).toMatchObject([{ status: 'queued', reason: 'the server answered 535 5.7.8 to AUTH PLAIN' }])
  const tellsIt = JSON.stringify([told, await mailRow(world, id)])
  for (const secret of ['wrong-password', Buffer.from('\0travesia\0wrong-password').toString('base64')])
    expect(tellsIt).not.toContain(secret)
  expect(await trySending(world, right, agency, id)).toMatchObject([{ status: 'sent' }])
  expect(locked.received).toHaveLength(1)
  await Promise.all([right.close(), wrong.close()])
  await locked.stop()
})
