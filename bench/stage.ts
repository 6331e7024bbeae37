import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClient } from '../src/db/client.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { openSecret } from '../src/secrets.ts'
import { type Child, printed, startChild } from './child.ts'
import type { Given } from './floors/given.ts'
import { type Load, type Round, startLoad } from './load.ts'
import { FLOORS, type FloorName } from './scenarios/scenario.ts'
import { type BenchCaller, seed } from './seed.ts'

interface Floor {
  pid: number
  /** Null: it runs by itself, without requests. */
  port: number | null
  runAlone(ms: number): Promise<Round>
}

export interface Stage {
  callers: BenchCaller[]
  server: Child
  port: number
  floors: Record<FloorName, Floor>
  load: Load
  database: Database
  postgres: { version: string; pid: number; settings: string }
  stop(): Promise<void>
}

/** Everything that is measured, each in a process of its own, on one database of its own. */
export async function setStage(nodeOptions: string[]): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'travesia-bench-'))
  // the database server runs as an account that must be able to enter
  chmodSync(dataDir, 0o711)
  const stops: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const database = await openDatabase({ dataDir, databaseUrl: undefined, databaseDirectUrl: undefined }, secretOf(dataDir))
    stops.push(database.stop)
    await database.migrate()
    const callers = await seed(database)
    const postgres = await describeServer(database)

    const log = join(dataDir, 'log')
    const server = startChild(
      [...nodeOptions, 'src/main.ts', 'start'],
      { DATA_DIR: dataDir, PORT: '0', TRAVESIA_DEMO: 'off', WEBHOOK_ALLOW_INSECURE: '1' },
      openSync(log, 'a'),
    )
    stops.push(server.stop)
    const baseUrl = await printed(server, /listens on (\S+)/).catch((error: Error) => {
      throw new Error(`The service did not start: ${readFileSync(log, 'utf8')}`, { cause: error })
    })

    const given: Given = { reader: database.reader, writer: database.writer, callers, baseUrl }
    const floors = {} as Record<FloorName, Floor>
    for (const name of FLOORS) {
      const child = startChild([`bench/floors/${name}.ts`])
      stops.push(child.stop)
      const { port } = await child.ask<{ port: number | null }>(given)
      floors[name] = { pid: child.pid, port, runAlone: (ms) => child.ask({ ms }) }
    }
    const load = startLoad()
    stops.push(load.stop)
    return { callers, server, port: Number(new URL(baseUrl).port), floors, load, database, postgres, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const secretOf = (dataDir: string) => openSecret({ dataDir, secretKey: undefined })

async function describeServer({ owner }: Database): Promise<Stage['postgres']> {
  const client = openClient(owner)
  await client.connect()
  const { rows } = await client.query(`
    select current_setting('server_version') as version, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid,
      (select string_agg(name || ' ' || current_setting(name), ', ' order by name) from pg_settings
        where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_connections')) as settings`)
  await client.end()
  return rows[0]
}
