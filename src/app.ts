import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { OPERATIONS, REACTIONS } from './catalogue.ts'
import { openPool } from './db/client.ts'
import type { Database } from './db/database.ts'
import { listen } from './db/listen.ts'
import { keyring } from './domain/accounts/index.ts'
import { findPublicTrip } from './domain/trips/index.ts'
import { httpServer } from './http/server.ts'
import { addMcpDoor } from './mcp/door.ts'
import type { Log } from './monitoring/log.ts'
import { openMetrics } from './monitoring/metrics.ts'
import { checkReadiness } from './monitoring/readiness.ts'
import { addMonitoring } from './monitoring/routes.ts'
import { agencyQueues } from './operations/agency-queue.ts'
import { catalogueOf } from './operations/catalogue.ts'
import type { Reaction } from './operations/happening.ts'
import { meterInMemory } from './operations/metering.ts'
import type { Operation } from './operations/operation.ts'
import type { Road } from './operations/road.ts'
import { buildRoad } from './operations/run.ts'
import { addPages } from './pages/pages.ts'

const POOL_SIZE = 10

export interface AppSettings {
  host: string
  port: number
  baseUrl: string | undefined
  metricsToken: string | undefined
}

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

/** The whole service over a migrated database. `operations` and `reactions` are others only in tests. */
export function buildApp(
  settings: AppSettings,
  database: Database,
  log: Log,
  { operations = OPERATIONS, reactions = REACTIONS }: { operations?: readonly Operation[]; reactions?: readonly Reaction[] } = {},
): App {
  const reader = openPool(database.reader, POOL_SIZE)
  const writer = openPool(database.writer, POOL_SIZE)
  const keys = keyring(reader, writer, () => changes.isLive())
  const changes = listen(database.listener, 'callers_changed', () => keys.forget())
  const catalogue = catalogueOf(operations)

  let address = settings.baseUrl ?? ''
  const baseUrl = () => address
  const queues = agencyQueues()
  const metrics = openMetrics({ pools: { reader, writer }, queues })
  const road = buildRoad({
    ...{ catalogue, reactions, reader, writer, queues, baseUrl },
    authenticate: keys.authenticate,
    meter: meterInMemory(),
    onFault: log.fault,
    observe(event) {
      metrics.observe(event)
      log.info(event, 'operation')
    },
  })
  const http = httpServer({ road, baseUrl, onFault: log.fault, onRefusal: (event) => log.info(event, 'refused') })
  addMcpDoor(http, { road, baseUrl, onFault: log.fault })
  addPages(http, catalogue, baseUrl, (token) => findPublicTrip(reader, token))
  addMonitoring(http, { metrics, readiness: () => checkReadiness({ reader, writer }), metricsToken: settings.metricsToken })

  return {
    ...{ http, road, reader, writer, baseUrl },
    async listen() {
      await http.listen({ host: settings.host, port: settings.port })
      const { port } = http.server.address() as AddressInfo
      if (!settings.baseUrl) address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
    },
    async stop() {
      // a connection that was busy when the stop began is let go as soon as its answer is out
      const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
      await http.close()
      clearInterval(sweep)
      await keys.stop()
      await changes.stop()
      await Promise.all([reader.end(), writer.end()])
    },
  }
}
