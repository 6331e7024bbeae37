import type { Secret } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { type ConnectionConfig, openClient } from './client.ts'
import { startEmbeddedServer } from './embedded/server.ts'
import { migrate } from './migrate.ts'
import { asRole, READER, WORKER, WRITER } from './roles.ts'

const DATABASE = 'travesia'

export interface Database {
  /** Owns the schema; for migrations and nothing else. */
  readonly owner: ConnectionConfig
  readonly reader: ConnectionConfig
  readonly writer: ConnectionConfig
  /** Sees NOTIFY, which a pooler would swallow. */
  readonly listener: ConnectionConfig
  /** Takes jobs, which needs NOTIFY and prepared statements. */
  readonly worker: ConnectionConfig
  migrate(): Promise<string[]>
  /** Stops the embedded server, when nobody else uses it. */
  stop(): Promise<void>
}

export async function openDatabase(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  secret: Secret,
): Promise<Database> {
  if (settings.databaseUrl) {
    const pooled = { connectionString: settings.databaseUrl }
    const direct = { connectionString: settings.databaseDirectUrl ?? settings.databaseUrl }
    return databaseAt(pooled, direct, secret, async () => {})
  }
  const server = await startEmbeddedServer(settings.dataDir)
  const own = { ...server.admin, database: DATABASE }
  await makeDatabase(server.admin)
  return databaseAt(own, own, secret, server.stop)
}

const databaseAt = (pooled: ConnectionConfig, direct: ConnectionConfig, secret: Secret, stop: () => Promise<void>): Database => ({
  owner: direct,
  reader: asRole(pooled, READER, secret),
  writer: asRole(pooled, WRITER, secret),
  listener: asRole(direct, READER, secret),
  worker: asRole(direct, WORKER, secret),
  migrate: () => migrate(direct, secret),
  stop,
})

async function makeDatabase(admin: ConnectionConfig): Promise<void> {
  const client = openClient(admin)
  await client.connect()
  try {
    const known = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (known.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (madeMeanwhile) {
    if ((madeMeanwhile as { code?: string }).code !== '42P04') throw madeMeanwhile
  } finally {
    await client.end()
  }
}
