import { execFile } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carrierAtNeed } from '../../src/mail/carrier-at-need.ts'
import { forgetMailKeptBefore, keepMail, keptMails } from '../../src/mail/kept-mail.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { startServer } from '../road/server-process.ts'
import { mailRow, queued, someMail } from './mail-desk.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let world: World
let agency: TestAgency
let data: TemporaryFolder
let folder: string
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  data = temporaryFolder()
  folder = join(data.path, 'mail')
})
afterAll(async () => {
  await world.stop()
  data.remove()
})

const travesia = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: data.path, ...world.scratch.environment }
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
const json = async (...args: string[]) => JSON.parse((await travesia(...args, '--json')).stdout)

test('where nothing was ever kept, the list is empty and says so', async () => {
  expect(await json('mail', 'list')).toEqual([])
  expect(await travesia('mail', 'list')).toEqual({ code: 0, stdout: 'No mail is kept here. What goes to SMTP_URL is not.\n', stderr: '' })
})

test('without a mail server, mail is kept where the command line shows it, while the server runs and when it does not', async () => {
  const server = await startServer({ ...world.scratch.environment, DATA_DIR: data.path })
  const [first, second] = [someMail({ subject: 'Uno\ty medio' }), someMail({ subject: 'Dos', to: 'eva@agency.example' })]
  const one = await queued(world, agency, first)
  await expect.poll(async () => (await mailRow(world, one)).status, { timeout: 60_000 }).toBe('sent')
  const two = await queued(world, agency, second)
  await expect.poll(async () => (await mailRow(world, two)).status, { timeout: 60_000 }).toBe('sent')

  const shown = [
    { id: two, to: second.to, subject: 'Dos', text: second.text, html: second.html, at: expect.stringMatching(/Z$/) },
    { id: one, to: first.to, subject: 'Uno y medio', text: first.text, html: first.html, at: expect.stringMatching(/Z$/) },
  ]
  expect(await json('mail', 'list')).toEqual(shown)
  await server.stop()
  expect(await json('mail', 'list')).toEqual(shown)
  expect(await json('mail', 'show', one)).toEqual(shown[1])
  const { stdout } = await travesia('mail', 'show', one)
  expect(stdout).toMatch(/^At: .+Z\nTo: ana@agency.example\nSubject: Uno y medio\n\nHola, Ana:\n\nTodo está listo.\n$/)
  expect((await travesia('mail', 'list')).stdout).toMatch(
    new RegExp(`^id +at +to +subject\n${two} +\\S+Z +eva@agency.example +Dos\n${one} `),
  )
})

test('a mail that is not there is told in one line', async () => {
  const id = randomUUIDv7()
  expect(await travesia('mail', 'show', id)).toEqual({ code: 1, stdout: '', stderr: `Travesía: there is no mail ${id} in ${folder}\n` })
  expect((await travesia('mail', 'show', '../secret-key')).stderr).toBe('Travesía: the mail must be an id\n')
})

test('it is kept for its owner alone, whole or not at all, and once', async () => {
  const own = join(data.path, 'own')
  const mail = { id: randomUUIDv7(), to: 'ana@agency.example', subject: 'Hola', text: 'x'.repeat(1_000_000), html: '' }
  const carrier = carrierAtNeed({ smtpUrl: undefined, from: { name: undefined, address: 'a@b' }, folder: own })
  expect(await Promise.all([carrier.carry(mail), carrier.carry({ ...mail, id: randomUUIDv7() })])).toEqual([
    { taken: true },
    { taken: true },
  ])
  expect(await carrier.carry(mail)).toEqual({ taken: true })
  const files = readdirSync(own)
  expect(files).toHaveLength(2)
  expect([statSync(own).mode & 0o777, ...files.map((name) => statSync(join(own, name)).mode & 0o777)]).toEqual([0o700, 0o600, 0o600])
  // what a process that died left half written is not mail
  writeFileSync(join(own, `${randomUUIDv7()}.${randomUUIDv7()}.draft`), '{"id":')
  expect(await keptMails(own)).toHaveLength(2)
})

test('where it can not be kept, it is tried again', async () => {
  const file = join(data.path, 'a-file')
  writeFileSync(file, '')
  const mail = { id: randomUUIDv7(), to: 'ana@agency.example', subject: '', text: '', html: '' }
  expect(await keepMail(join(file, 'mail'), mail)).toEqual({ taken: false, forGood: false, reason: 'it could not be kept: ENOTDIR' })
})

test('what was kept before a day is forgotten, and nothing else', async () => {
  const own = join(data.path, 'aging')
  const [old, young] = [randomUUIDv7(), randomUUIDv7()]
  const draft = `${old}.${randomUUIDv7()}.draft`
  for (const id of [old, young]) await keepMail(own, { id, to: 'ana@agency.example', subject: '', text: '', html: '' })
  const day = new Date('2026-10-01T00:00:00Z')
  for (const name of [draft, 'notes.txt']) writeFileSync(join(own, name), '')
  for (const name of [`${old}.json`, draft, 'notes.txt']) utimesSync(join(own, name), day, new Date(day.getTime() - 1))
  utimesSync(join(own, `${young}.json`), day, day)
  await forgetMailKeptBefore(own, day)
  expect((await keptMails(own)).map(({ id }) => id)).toEqual([young])
  expect(readdirSync(own).sort()).toEqual([`${young}.json`, 'notes.txt'])
  await forgetMailKeptBefore(join(data.path, 'never-made'), day)
})
