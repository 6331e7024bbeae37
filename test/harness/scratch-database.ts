import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { inject } from 'vitest'
import { type ConnectionConfig, openClient } from '../../src/db/client.ts'
import type { Database } from '../../src/db/database.ts'
import { asRole, READER, WORKER, WRITER } from '../../src/db/roles.ts'
import { openSecret } from '../../src/secrets.ts'
import { TEMPLATE, TEST_SECRET } from './postgres.ts'

export interface ScratchDatabase {
  database: Database
  /** The superuser's own connection: it sees and does everything, so that tests can look behind the walls. */
  admin: pg.Client
  /** For a server process of its own: `DATABASE_URL` and the secret that goes with it. */
  environment: { DATABASE_URL: string; SECRET_KEY: string }
  drop(): Promise<void>
}

/** A database of this test's own, copied from the migrated template in about a tenth of a second. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withServer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const owner: ConnectionConfig = { ...server, database: name }
  const secret = openSecret({ dataDir: tmpdir(), secretKey: TEST_SECRET })
  const admin = openClient(owner)
  await admin.connect()
  const reader = asRole(owner, READER, secret)
  return {
    database: {
      ...{ owner, reader, writer: asRole(owner, WRITER, secret), listener: reader, worker: asRole(owner, WORKER, secret) },
      migrate: async () => [],
      stop: async () => {},
    },
    admin,
    environment: {
      DATABASE_URL: `postgres://${server.user}:${encodeURIComponent(server.password)}@localhost/${name}?host=${encodeURIComponent(server.host)}`,
      SECRET_KEY: TEST_SECRET,
    },
    async drop() {
      await admin.end()
      await withServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function withServer(server: ConnectionConfig, statement: string): Promise<void> {
  const client = openClient(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
