import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openClient } from '../../src/db/client.ts'
import { openDatabase } from '../../src/db/database.ts'
import { openSecret } from '../../src/secrets.ts'

/** A freshly migrated database that is gone afterwards. */
export async function withScratchDatabase(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'travesia-scratch-'))
  // the embedded server runs as an account that must be able to enter
  chmodSync(dataDir, 0o711)
  const database = await openDatabase(
    { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined },
    openSecret({ dataDir, secretKey: undefined }),
  )
  await database.migrate()
  const client = openClient(database.owner)
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
