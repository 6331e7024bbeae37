import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openClient } from '../../src/db/client.ts'
import { startEmbeddedServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openSecret } from '../../src/secrets.ts'

export const TEST_SECRET = 'a secret of the tests, and of nothing else'
export const TEMPLATE = 'travesia_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string; password: string; database: string }
  }
}

/** One real server for the whole run, and a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'travesia-test-'))
  // the server runs as an account that must be able to enter
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer(dataDir, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])
  const admin = openClient(server.admin)
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  await migrate({ ...server.admin, database: TEMPLATE }, openSecret({ dataDir, secretKey: TEST_SECRET }))
  project.provide('postgres', server.admin)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
