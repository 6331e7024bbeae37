import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { OPERATIONS } from './catalogue.ts'
import { openPool } from './db/client.ts'
import type { Database } from './db/database.ts'
import { listen } from './db/listen.ts'
import { keyring } from './domain/accounts/index.ts'
import { httpServer } from './http/server.ts'
import { catalogueOf } from './operations/catalogue.ts'
import { meterInMemory } from './operations/metering.ts'
import type { Operation } from './operations/operation.ts'
import { road as buildRoad, type Road } from './operations/run.ts'

const POOL_SIZE = 10

export interface AppSettings {
  host: string
  port: number
  baseUrl: string | undefined
}

export type OnFault = (error: unknown, where: Record<string, string>) => void

export interface App {
  http: FastifyInstance
  road: Road
  reader: pg.Pool
  writer: pg.Pool
  baseUrl(): string
  listen(): Promise<void>
  /** Finishes running requests, then lets go of the database. */
  stop(): Promise<void>
}

/** The whole service over a migrated database. `operations` is another list only in tests. */
export function buildApp(settings: AppSettings, database: Database, onFault: OnFault, operations: readonly Operation[] = OPERATIONS): App {
  const reader = openPool(database.reader, POOL_SIZE)
  const writer = openPool(database.writer, POOL_SIZE)
  const keys = keyring(reader, writer, () => changes.isLive())
  const changes = listen(database.listener, 'callers_changed', () => keys.forget())
  const catalogue = catalogueOf(operations)

  let address = settings.baseUrl ?? ''
  const baseUrl = () => address
  const road = buildRoad({ catalogue, reader, writer, authenticate: keys.authenticate, meter: meterInMemory(), baseUrl, onFault })
  const http = httpServer({ road, baseUrl, onFault })

  return {
    ...{ http, road, reader, writer, baseUrl },
    async listen() {
      await http.listen({ host: settings.host, port: settings.port })
      const { port } = http.server.address() as AddressInfo
      if (!settings.baseUrl) address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
    },
    async stop() {
      await http.close()
      await keys.stop()
      await changes.stop()
      await Promise.all([reader.end(), writer.end()])
    },
  }
}
