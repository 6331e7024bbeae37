import { type App, type AppOptions, buildApp } from './app.ts'
import { type Database, openDatabase } from './db/database.ts'
import { makeFirstAgency } from './demo/demo-agency.ts'
import { keepHouse } from './housekeeping.ts'
import { openLog } from './monitoring/log.ts'
import { openSecret, type Secret } from './secrets.ts'
import type { Settings } from './settings.ts'

export interface RunningService {
  app: App
  /** Whether it answers requests: a process may also only work. */
  serves: boolean
  /** The key of the demo agency, when this start made it. */
  demoSecret: string | undefined
  stop(): Promise<void>
}

/** The halves of the service: answering requests, and what happens after commits. */
export const HALVES = ['http', 'worker'] as const
export type Half = (typeof HALVES)[number]

/** Database, schema, service; and all of it stopped again in the reverse order. */
export async function startService(settings: Settings & AppOptions, only?: Half): Promise<RunningService> {
  const secret = openSecret(settings)
  const database = await openDatabase(settings, secret)
  try {
    return await serve(settings, database, secret, only)
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function serve(settings: Settings & AppOptions, database: Database, secret: Secret, only?: Half): Promise<RunningService> {
  await database.migrate()
  const log = openLog(settings.logLevel)
  if (settings.allowInsecureWebhooks)
    log.warn('WEBHOOK_ALLOW_INSECURE is on: webhooks reach this machine, over http too. For development only.')
  let isStarting = true
  // what the demo agency is filled with is nobody's call
  const app = buildApp(settings, database, secret, { ...log, info: (event, message) => isStarting || log.info(event, message) })
  try {
    const demo = settings.demo ? await makeFirstAgency(app) : undefined
    isStarting = false
    if (only !== 'worker') await app.listen()
    if (only !== 'http') await app.work()
    const house = keepHouse({ ...app, mailFolder: settings.mail.folder }, log.fault)
    return {
      app,
      serves: only !== 'worker',
      demoSecret: demo?.secret,
      async stop() {
        await house.stop()
        await app.stop()
        await database.stop()
        log.flush()
      },
    }
  } catch (error) {
    await app.stop()
    throw error
  }
}
