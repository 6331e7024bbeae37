import { type App, buildApp } from './app.ts'

import { type Database, openDatabase } from './db/database.ts'
import { makeFirstAgency } from './demo/demo-agency.ts'
import { keepHouse } from './housekeeping.ts'
import { openLog } from './monitoring/log.ts'
import { openSecret } from './secrets.ts'
import type { Settings } from './settings.ts'

export interface RunningService {
  app: App
  /** The key of the demo agency, when this start made it. */
  demoSecret: string | undefined
  stop(): Promise<void>
}

/** Database, schema, service; and all of it stopped again in the reverse order. */
export async function startService(settings: Settings): Promise<RunningService> {
  const database = await openDatabase(settings, openSecret(settings))
  try {
    return await serve(settings, database)
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function serve(settings: Settings, database: Database): Promise<RunningService> {
  await database.migrate()
  const log = openLog(settings.logLevel)
  const app = buildApp(settings, database, log)
  try {
    const demo = settings.demo ? await makeFirstAgency(app) : undefined
    await app.listen()
    const house = keepHouse(app, log.fault)
    return {
      app,
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
