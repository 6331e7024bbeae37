import type pg from 'pg'
import type { Secret } from '../secrets.ts'
import { type ConnectionConfig, openPool } from './client.ts'
import { asRole, READER, WORKER } from './roles.ts'

const SCHEMA = 'graphile_worker'
/** The newest migration of the library's own that we have tried. */
const REVISION = 20

/** The library keeps its tables in a schema of its own, which belongs to the one role that uses them. */
export async function makeJobQueue(admin: pg.ClientBase, config: ConnectionConfig, secret: Secret): Promise<void> {
  await admin.query(`create schema if not exists ${SCHEMA} authorization ${WORKER}`)
  if ((await revisionOf(admin)) >= REVISION) return
  const { runMigrations } = await import('graphile-worker')
  const { rows } = await admin.query('select quote_ident(current_database()) as database')
  const pgPool = openPool(asRole(config, WORKER, secret), 1)
  // the library asks to make its schema even where it stands
  await admin.query(`grant create on database ${rows[0].database} to ${WORKER}`)
  try {
    await runMigrations({ pgPool })
    // for whoever watches how much waits
    await admin.query(`grant usage on schema ${SCHEMA} to ${READER}; grant select on ${SCHEMA}.jobs to ${READER}`)
  } finally {
    await admin.query(`revoke create on database ${rows[0].database} from ${WORKER}`)
    await pgPool.end()
  }
}

async function revisionOf(admin: pg.ClientBase): Promise<number> {
  const { rows } = await admin.query(`select to_regclass('${SCHEMA}.migrations') is not null as known`)
  if (!rows[0].known) return 0
  return (await admin.query(`select coalesce(max(id), 0) as revision from ${SCHEMA}.migrations`)).rows[0].revision
}
