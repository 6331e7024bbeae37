import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutgoingMail, Taken } from './carrier.ts'

/** Mail that nobody sent, for whoever runs the service: there is no mail server. */
export interface KeptMail extends OutgoingMail {
  at: string
}

const KEPT = /^[0-9a-f-]{36}\.json$/
const KEPT_OR_DRAFT = /^[0-9a-f-]{36}\.(json|[0-9a-f-]{36}\.draft)$/

/** Written aside and moved into place, so that nobody reads half a mail; a mail that comes twice is kept once. */
export async function keepMail(folder: string, { id, to, subject, text, html }: OutgoingMail): Promise<Taken> {
  const kept: KeptMail = { id, to, subject, text, html, at: new Date().toISOString() }
  const draft = join(folder, `${id}.${randomUUID()}.draft`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, `${id}.json`))
    return { taken: true }
  } catch (error) {
    return { taken: false, forGood: false, reason: `it could not be kept: ${(error as NodeJS.ErrnoException).code}` }
  }
}

/** Newest first. */
export async function keptMails(folder: string): Promise<KeptMail[]> {
  const mails: KeptMail[] = []
  for (const name of await filesIn(folder, KEPT)) {
    const mail = await readKept(join(folder, name))
    if (mail) mails.push(mail)
  }
  return mails.sort((a, b) => order(b.at, a.at) || order(b.id, a.id))
}

export const keptMail = (folder: string, id: string): Promise<KeptMail | undefined> => readKept(join(folder, `${id}.json`))

export async function forgetMailKeptBefore(folder: string, before: Date): Promise<void> {
  for (const name of await filesIn(folder, KEPT_OR_DRAFT)) {
    const file = join(folder, name)
    const found = await stat(file).catch(goneMeanwhile)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

async function filesIn(folder: string, named: RegExp): Promise<string[]> {
  return ((await readdir(folder).catch(goneMeanwhile)) ?? []).filter((name) => named.test(name))
}

async function readKept(file: string): Promise<KeptMail | undefined> {
  const text = await readFile(file, 'utf8').catch(goneMeanwhile)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Somebody else cleans, or nothing was ever kept. */
function goneMeanwhile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
