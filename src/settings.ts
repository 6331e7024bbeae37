import { join, resolve } from 'node:path'
import { parseSender } from './mail/address.ts'
import type { MailSettings } from './mail/carrier.ts'

/** Everything that can be set from outside. Read once; the rest of the code never looks at the environment. */
export interface Settings {
  port: number
  host: string
  baseUrl: string | undefined
  dataDir: string
  /** Absent: the embedded server in dataDir. */
  databaseUrl: string | undefined
  /** For LISTEN and migrations, when databaseUrl is a pooler. */
  databaseDirectUrl: string | undefined
  secretKey: string | undefined
  demo: boolean
  logLevel: LogLevel
  /** Asked for at /metrics; absent: open to whoever reaches the port. */
  metricsToken: string | undefined
  /** For development: webhooks may go to this machine, over http too. */
  allowInsecureWebhooks: boolean
  mail: MailSettings
  /** Where the bytes of documents are. */
  storageFolder: string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const NOBODY = { name: 'Travesía', address: 'no-reply@localhost' }

class SettingsError extends Error {
  constructor(mistakes: string[]) {
    super(`These settings need a look:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`)
  }
}

export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const mistakes: string[] = []
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = environment[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value !== undefined) return value
    mistakes.push(`${name} must be ${expected}`)
    return fallback
  }
  const text = (value: string) => value
  const url = (protocols: string[]) => (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value.replace(/\/+$/, '') : undefined
  const smtp = url(['smtp:', 'smtps:'])
  const mailServer = (value: string) => (URL.parse(value)?.hostname ? smtp(value) : undefined)
  const postgres = url(['postgres:', 'postgresql:'])

  const dataDir = resolve(read('DATA_DIR', './data', text, 'a folder'))
  const settings: Settings = {
    port: read(
      'PORT',
      3000,
      (value) => (/^\d{1,5}$/.test(value) && Number(value) < 65536 ? Number(value) : undefined),
      'a port number, 0 to 65535',
    ),
    host: read('HOST', '127.0.0.1', text, 'a host name'),
    baseUrl: read<string | undefined>('BASE_URL', undefined, url(['http:', 'https:']), 'an http or https address'),
    dataDir,
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, postgres, 'a postgres:// address'),
    databaseDirectUrl: read<string | undefined>('DATABASE_DIRECT_URL', undefined, postgres, 'a postgres:// address'),
    secretKey: read<string | undefined>(
      'SECRET_KEY',
      undefined,
      (value) => (value.length >= 32 ? value : undefined),
      'at least 32 characters',
    ),
    metricsToken: read<string | undefined>(
      'METRICS_TOKEN',
      undefined,
      (value) => (value.length >= 16 ? value : undefined),
      'at least 16 characters',
    ),
    demo: read('TRAVESIA_DEMO', true, (value) => (value === 'on' ? true : value === 'off' ? false : undefined), 'on or off'),
    allowInsecureWebhooks: read(
      'WEBHOOK_ALLOW_INSECURE',
      false,
      (value) => (value === '1' ? true : value === '0' ? false : undefined),
      '0 or 1',
    ),
    mail: {
      smtpUrl: read<string | undefined>('SMTP_URL', undefined, mailServer, 'an smtp:// or smtps:// address'),
      from: read('MAIL_FROM', NOBODY, parseSender, 'an address, like Viajes Sol <hola@viajessol.example>'),
      folder: join(dataDir, 'mail'),
    },
    storageFolder: join(dataDir, 'storage'),
    logLevel: read<LogLevel>(
      'LOG_LEVEL',
      'info',
      (value) => LOG_LEVELS.find((level) => level === value),
      `one of ${LOG_LEVELS.join(', ')}`,
    ),
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return settings
}
