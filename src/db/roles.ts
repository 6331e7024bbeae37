import type pg from 'pg'
import type { Secret } from '../secrets.ts'
import type { ConnectionConfig } from './client.ts'

/** Reads only, every agency; queries carry the tenant. */
export const READER = 'travesia_reader'
/** Writes behind row-level security: one agency a transaction. */
export const WRITER = 'travesia_writer'
/** Owns the job queue, and sees nothing of any agency. */
export const WORKER = 'travesia_worker'

const rolePassword = (secret: Secret, role: string): string => secret(`postgres role ${role}`)

/** Login roles that own nothing. Their passwords follow from the server's secret, so nobody has to keep them. */
export async function makeRoles(admin: pg.ClientBase, secret: Secret): Promise<void> {
  for (const role of [READER, WRITER, WORKER]) {
    const known = await admin.query('select from pg_roles where rolname = $1', [role])
    // what a role may not do is said when it is made: only a superuser may say it again
    const making = known.rowCount ? `alter role ${role}` : `create role ${role} nosuperuser nocreatedb nocreaterole`
    await admin.query(`${making} login password '${rolePassword(secret, role)}'`)
    await admin.query(`alter role ${role} set timezone = 'UTC'`)
    await admin.query(`alter role ${role} set statement_timeout = '30s'`)
  }
  await actAsWorker(admin)
  await admin.query(`alter role ${READER} set default_transaction_read_only = on`)
  await lookPastPolicies(admin)
  // planning anew over the partitions of the log costs more than running, and a new month's empty partition must not
  // teach a cached plan to scan: with both, a write costs the same at its first row and at its millionth
  await admin.query(`alter role ${WRITER} set plan_cache_mode = force_generic_plan`)
  await admin.query(`alter role ${WRITER} set enable_seqscan = off`)
  await admin.query(`alter role ${WRITER} set lock_timeout = '5s'`)
  await admin.query(`alter role ${WRITER} set idle_in_transaction_session_timeout = '30s'`)
}

/** What belongs to the worker is made by the owner, who may act as it; a superuser may anyway. */
async function actAsWorker(admin: pg.ClientBase): Promise<void> {
  const { rows } = await admin.query('select rolsuper as may from pg_roles where rolname = current_user')
  if (!rows[0].may) await admin.query(`grant ${WORKER} to current_user with inherit true, set true`)
}

/**
 * The reader's policies let every row through, but where there is a policy the planner may not ask statistics how many rows
 * a word or a pair of metadata matches: it would take all that match and sort them, where the first page is found at once by
 * going through the list. Not every owner of an outside database may give this; without it such lists take longer.
 */
async function lookPastPolicies(admin: pg.ClientBase): Promise<void> {
  const { rows } = await admin.query('select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user')
  if (rows[0].may) await admin.query(`alter role ${READER} bypassrls`)
}

/** The same server and database, as another role. */
export function asRole(config: ConnectionConfig, role: string, secret: Secret): ConnectionConfig {
  const password = rolePassword(secret, role)
  if (!config.connectionString) return { ...config, user: role, password }
  const url = new URL(config.connectionString)
  url.username = role
  url.password = password
  return { connectionString: url.href }
}
