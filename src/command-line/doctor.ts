import { statfsSync } from 'node:fs'
import { openPool } from '../db/client.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { MailSettings } from '../mail/carrier.ts'
import { checkReadiness } from '../monitoring/readiness.ts'
import { openSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import type { Command } from './command.ts'

const MIN_FREE_BYTES = 1024 ** 3
const MAX_CLOCK_DIFFERENCE_MS = 2000

interface Finding {
  name: string
  ok: boolean
  /** What was found; where it is not in order, also what to do. */
  told: string
}

export const doctor: Command = {
  name: 'doctor',
  usage: '',
  does: 'checks settings, folder, database, clock and mail, and says what to do',
  options: {},
  async run({ settings }) {
    return [checkNode(), checkFolder(settings), checkAddress(settings), ...(await checkDatabase(settings)), await checkMail(settings.mail)]
  },
  failed: (findings: Finding[]) => (findings.every(({ ok }) => ok) ? undefined : 'not everything is in order'),
  show,
}

function show(findings: Finding[]): string {
  return findings.map(({ name, ok, told }) => `${ok ? '✓' : '✗'} ${name}: ${told}`).join('\n')
}

const checkNode = (): Finding => {
  const ok = Number(process.versions.node.split('.')[0]) >= 26
  return { name: 'node', ok, told: ok ? process.version : `${process.version}; start with bin/travesia, which brings Node 26` }
}

function checkFolder({ dataDir }: Settings): Finding {
  try {
    openSecret({ dataDir, secretKey: undefined })
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    const told = `${dataDir}, ${Math.floor(free / 1024 ** 2)} MB free`
    return free >= MIN_FREE_BYTES
      ? { name: 'folder', ok: true, told }
      : { name: 'folder', ok: false, told: `${told}: make room, or set DATA_DIR` }
  } catch (error) {
    return { name: 'folder', ok: false, told: `${dataDir} can't be written (${(error as NodeJS.ErrnoException).code}): set DATA_DIR` }
  }
}

function checkAddress({ baseUrl, host, port }: Settings): Finding {
  const open = host !== '127.0.0.1' && host !== 'localhost' && host !== '::1'
  if (open && !baseUrl) return { name: 'address', ok: false, told: `it listens on ${host}, so links need a public address: set BASE_URL` }
  return { name: 'address', ok: true, told: baseUrl ?? `http://${host}:${port}` }
}

async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const where = settings.databaseUrl ? 'DATABASE_URL' : 'embedded'
  let database: Database
  try {
    database = await openDatabase(settings, openSecret(settings))
    await database.migrate()
  } catch (error) {
    const told = `${where}: ${(error as Error).message || (error as { code?: string }).code}`
    return [{ name: 'database', ok: false, told: settings.databaseUrl ? `${told}: check DATABASE_URL, and that the server runs` : told }]
  }
  const pools = { reader: openPool(database.reader, 1), writer: openPool(database.writer, 1) }
  try {
    const { ready, checks } = await checkReadiness(pools)
    const told = Object.entries(checks).map(([name, outcome]) => `${name} ${outcome}`)
    const { rows } = await pools.reader.query('select version() as version, extract(epoch from clock_timestamp()) * 1000 as now')
    const difference = Math.abs(Date.now() - Number(rows[0].now))
    return [
      { name: 'database', ok: ready, told: `${where}, ${rows[0].version.split(' ').slice(0, 2).join(' ')}, ${told.join(', ')}` },
      {
        name: 'clock',
        ok: difference <= MAX_CLOCK_DIFFERENCE_MS,
        told: `${Math.round(difference)} ms from the database's${difference <= MAX_CLOCK_DIFFERENCE_MS ? '' : ': set both by NTP'}`,
      },
    ]
  } finally {
    await Promise.all([pools.reader.end(), pools.writer.end()])
    await database.stop()
  }
}

async function checkMail({ smtpUrl, from, folder }: MailSettings): Promise<Finding> {
  if (smtpUrl === undefined)
    return { name: 'mail', ok: true, told: `kept in ${folder}, to be read with travesia mail list; SMTP_URL sends it` }
  const { host } = new URL(smtpUrl)
  const { troubleWithSmtp } = await import('../mail/smtp.ts')
  const trouble = await troubleWithSmtp(smtpUrl)
  return trouble === undefined
    ? { name: 'mail', ok: true, told: `${host} answers and takes the login; mail is from ${from.address} (MAIL_FROM)` }
    : { name: 'mail', ok: false, told: `${host}: ${trouble}: check SMTP_URL` }
}
