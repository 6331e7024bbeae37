import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Secret } from '../secrets.ts'
import { type ConnectionConfig, openClient } from './client.ts'
import { makeJobQueue } from './job-queue.ts'
import { makeRoles } from './roles.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

interface Migration {
  name: string
  text: string
  hash: string
}

export const migrations = (): Migration[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })

/** Brings the schema up to date, one transaction a migration. Any number of processes may try at once. Answers what it applied. */
export async function migrate(config: ConnectionConfig, secret: Secret): Promise<string[]> {
  const client = openClient(config)
  await client.connect()
  try {
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
    if (rows[0].version < 180000) throw new Error('Travesía needs PostgreSQL 18 or newer.')
    await client.query(`select pg_advisory_lock(hashtextextended('travesia migrations', 0))`)
    await makeRoles(client, secret)
    await makeJobQueue(client, config, secret)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await client.query('grant select on schema_migrations to travesia_reader')
    const applied = new Map<string, string>(
      (await client.query('select name, hash from schema_migrations')).rows.map((row) => [row.name, row.hash]),
    )
    const missing = migrations().filter((migration) => !applied.has(migration.name))
    refuseChanged(applied)
    for (const { name, text, hash } of missing) {
      await client.query('begin')
      await client.query(text)
      await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash])
      await client.query('commit')
    }
    await client.query('select keep_partitions()')
    return missing.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** An applied migration is history: a database that knows another text of it is not the one we think it is. */
function refuseChanged(applied: Map<string, string>): void {
  const known = migrations()
  for (const [name, hash] of applied) {
    const migration = known.find((one) => one.name === name)
    if (!migration) throw new Error(`The database is newer than this version: it has had ${name}.`)
    if (migration.hash !== hash) throw new Error(`${name} was changed after it was applied to this database.`)
  }
}
