import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const mistakesOf = (environment: Record<string, string>): string[] => {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    const [first, ...mistakes] = (error as Error).message.split('\n')
    expect(first).toBe('These settings need a look:')
    return mistakes.map((mistake) => mistake.trim())
  }
}

test('with nothing set, everything has a default that works', () => {
  expect(readSettings({})).toEqual({
    ...{ port: 3000, host: '127.0.0.1', baseUrl: undefined, dataDir: resolve('data'), demo: true, logLevel: 'info' },
    ...{ databaseUrl: undefined, databaseDirectUrl: undefined, secretKey: undefined, metricsToken: undefined },
    allowInsecureWebhooks: false,
    mail: { smtpUrl: undefined, from: { name: 'Travesía', address: 'no-reply@localhost' }, folder: resolve('data/mail') },
    storageFolder: resolve('data/storage'),
  })
})

test('what is set to nothing is not set', () => {
  const names = [
    'PORT',
    'HOST',
    'BASE_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'SECRET_KEY',
    'TRAVESIA_DEMO',
    'LOG_LEVEL',
    'METRICS_TOKEN',
    'WEBHOOK_ALLOW_INSECURE',
    'SMTP_URL',
    'MAIL_FROM',
  ]
  expect(readSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readSettings({}))
})

test.each([
  ['PORT', '0', { port: 0 }],
  ['PORT', '65535', { port: 65535 }],
  ['HOST', '::', { host: '::' }],
  ['BASE_URL', 'https://viajes.example/', { baseUrl: 'https://viajes.example' }],
  ['BASE_URL', 'http://localhost:8080/api//', { baseUrl: 'http://localhost:8080/api' }],
  ['DATA_DIR', '/var/lib/travesia', { dataDir: '/var/lib/travesia' }],
  ['DATABASE_URL', 'postgres://u:p%40@db/travesia?sslmode=require', { databaseUrl: 'postgres://u:p%40@db/travesia?sslmode=require' }],
  ['DATABASE_DIRECT_URL', 'postgresql://db/x', { databaseDirectUrl: 'postgresql://db/x' }],
  ['SECRET_KEY', 'x'.repeat(32), { secretKey: 'x'.repeat(32) }],
  ['TRAVESIA_DEMO', 'off', { demo: false }],
  ['TRAVESIA_DEMO', 'on', { demo: true }],
  ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['WEBHOOK_ALLOW_INSECURE', '1', { allowInsecureWebhooks: true }],
  ['WEBHOOK_ALLOW_INSECURE', '0', { allowInsecureWebhooks: false }],
  ['SMTP_URL', 'smtps://u:p%40@mail.example', { mail: { smtpUrl: 'smtps://u:p%40@mail.example' } }],
  ['SMTP_URL', 'smtp://localhost:2525?requireTLS=true', { mail: { smtpUrl: 'smtp://localhost:2525?requireTLS=true' } }],
  ['MAIL_FROM', 'hola@viajes.example', { mail: { from: { name: undefined, address: 'hola@viajes.example' } } }],
  ['MAIL_FROM', 'Viajes Ñandú <hola@viajes.example>', { mail: { from: { name: 'Viajes Ñandú', address: 'hola@viajes.example' } } }],
])('%s=%s is understood', (name, value, expected) => {
  expect(readSettings({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80a'],
  ['PORT', '3e3'],
  ['PORT', ' 80'],
  ['BASE_URL', 'viajes.example'],
  ['BASE_URL', 'ftp://viajes.example'],
  ['BASE_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://db'],
  ['DATABASE_URL', 'db:5432'],
  ['DATABASE_DIRECT_URL', 'http://db'],
  ['SECRET_KEY', 'x'.repeat(31)],
  ['TRAVESIA_DEMO', 'true'],
  ['TRAVESIA_DEMO', 'constructor'],
  ['TRAVESIA_DEMO', 'toString'],
  ['LOG_LEVEL', 'INFO'],
  ['LOG_LEVEL', 'verbose'],
  ['METRICS_TOKEN', 'short'],
  ['WEBHOOK_ALLOW_INSECURE', 'true'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'Viajes'],
  ['MAIL_FROM', 'Viajes\nBcc: eva@evil.example <hola@viajes.example>'],
])('%s=%s is refused, and it is said what would do', (name, value) => {
  expect(mistakesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be .{5,}`))])
})

test('every mistake is told at once, and none of them repeats a secret', () => {
  const environment = {
    PORT: 'x',
    BASE_URL: 'x',
    DATABASE_URL: 'mysql://root:hunter2@db',
    SECRET_KEY: 'hunter2',
    SMTP_URL: 'mailto://root:hunter2@mail.example',
    LOG_LEVEL: 'x',
    TRAVESIA_DEMO: 'x',
  }
  const mistakes = mistakesOf(environment)
  expect(mistakes.map((mistake) => mistake.split(' ')[0]).toSorted()).toEqual(Object.keys(environment).toSorted())
  expect(mistakes.join('\n')).not.toContain('hunter2')
})
