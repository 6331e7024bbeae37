import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { OPERATIONS, REACTIONS } from './catalogue.ts'
import { openPool } from './db/client.ts'
import type { Database } from './db/database.ts'
import { isDatabaseUnavailable } from './db/failure.ts'
import { listen } from './db/listen.ts'
import { readDb } from './db/tenant.ts'
import { keyring } from './domain/accounts/index.ts'
import { findPublicTrip } from './domain/trips/index.ts'
import { httpServer } from './http/server.ts'
import type { MailSettings } from './mail/carrier.ts'
import { addMcpDoor } from './mcp/door.ts'
import { readBacklog } from './monitoring/backlog.ts'
import type { Log } from './monitoring/log.ts'
import { openMetrics } from './monitoring/metrics.ts'
import { checkReadiness } from './monitoring/readiness.ts'
import { addMonitoring } from './monitoring/routes.ts'
import { agencyQueues } from './operations/agency-queue.ts'
import { catalogueOf } from './operations/catalogue.ts'
import type { Reaction } from './operations/happening.ts'
import { meterInMemory } from './operations/metering.ts'
import { isWrite, type Operation } from './operations/operation.ts'
import type { Road } from './operations/road.ts'
import { buildRoad } from './operations/run.ts'
import { doorbell } from './outbox/doorbell.ts'
import { addPages } from './pages/pages.ts'
import type { Secret } from './secrets.ts'
import { diskStorage } from './storage/disk/disk-storage.ts'
import { bytesIn } from './storage/disk/kept-bytes.ts'
import { addStorageRoutes } from './storage/disk/routes.ts'
import { signedAddresses } from './storage/disk/signed-address.ts'
import type { Storage } from './storage/storage.ts'
import { openVault } from './vault.ts'
import { courtesyToPeople } from './worker/courtesy.ts'
import type { Worker, WorkParts } from './worker/worker.ts'

const POOL_SIZE = 10

/** What only tests set otherwise. */
export interface AppOptions {
  /** Seconds after each failed attempt of a webhook. */
  webhookSchedule?: readonly number[]
}

export interface AppSettings extends AppOptions {
  host: string
  port: number
  baseUrl: string | undefined
  metricsToken: string | undefined
  allowInsecureWebhooks: boolean
  mail: MailSettings
  /** Where the bytes of documents are. */
  storageFolder: string
}

export interface App {
  http: FastifyInstance
  road: Road
  reader: pg.Pool
  writer: pg.Pool
  storage: Storage
  baseUrl(): string
  listen(): Promise<void>
  /** Publishes events and does jobs, until the stop. */
  work(): Promise<void>
  /** What it works with. */
  workParts: WorkParts
  /** Finishes running requests, then lets go of the database. */
  stop(): Promise<void>
}

/** The whole service over a migrated database. `operations` and `reactions` are others only in tests. */
export function buildApp(
  settings: AppSettings,
  database: Database,
  secret: Secret,
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
  const vault = openVault(secret)
  const keptBytes = bytesIn(settings.storageFolder)
  const addresses = signedAddresses(secret('addresses of the storage'))
  const storage = diskStorage(keptBytes, addresses, baseUrl)
  const bell = doorbell()
  const { allowInsecureWebhooks } = settings
  const reads = new Set<string>([...catalogue].flatMap((operation) => (isWrite(operation) ? [] : [operation.id])))
  const metrics = openMetrics({ pools: { reader, writer }, queues, backlog: () => readBacklog(reader) })
  const road = buildRoad({
    ...{ catalogue, reactions, reader, writer, queues, baseUrl, vault, storage, allowInsecureWebhooks },
    authenticate: keys.authenticate,
    meter: meterInMemory(),
    onFault: log.fault,
    observe(event) {
      metrics.observe(event)
      if (event.status < 300 && !reads.has(event.operationId)) bell.ring(event.agencyId)
      log.info(event, 'operation')
    },
  })
  const http = httpServer({ road, baseUrl, onFault: log.fault, onRefusal: (event) => log.info(event, 'refused') })
  addMcpDoor(http, { road, baseUrl, onFault: log.fault })
  addStorageRoutes(http, keptBytes, addresses)
  addPages(http, catalogue, baseUrl, (token) => findPublicTrip(reader, token))
  const readiness = () => checkReadiness({ reader, writer, isAtWork: worker?.isAtWork })
  addMonitoring(http, { metrics, readiness, metricsToken: settings.metricsToken })

  const courtesy = courtesyToPeople()
  http.server.on('request', courtesy.noteRequest)
  let worker: Worker | undefined
  const workParts: WorkParts = {
    ...{ reader, writer, catalogue, doorbell: bell, vault, allowInsecureWebhooks, callerOf: keys.callerOf },
    courtesy: courtesy.wait,
    // a database that went away is waited for, and is told by /readyz
    onFault: (error, where) => {
      if (!isDatabaseUnavailable(error)) log.fault(error, where)
    },
    ...(settings.webhookSchedule && { schedule: settings.webhookSchedule }),
    ...{ mail: settings.mail, baseUrl },
    surroundings: (caller) => ({
      ...{ caller, catalogue, vault, storage, allowInsecureWebhooks, baseUrl: baseUrl() },
      db: readDb(reader, caller.agencyId),
    }),
    notify: (switchedOff) => log.info(switchedOff, 'webhook endpoint switched off'),
    onMail: (tried) => log.info(tried, 'mail'),
  }

  return {
    ...{ http, road, reader, writer, storage, baseUrl, workParts },
    async listen() {
      await http.listen({ host: settings.host, port: settings.port })
      const { port } = http.server.address() as AddressInfo
      if (!settings.baseUrl) address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`
    },
    async work() {
      // what a process that only serves never needs
      const { startWorker } = await import('./worker/worker.ts')
      worker = await startWorker(database, workParts)
    },
    async stop() {
      // a connection that was busy when the stop began is let go as soon as its answer is out
      const sweep = setInterval(() => http.server.closeIdleConnections(), 50)
      await http.close()
      clearInterval(sweep)
      await worker?.stop()
      await keys.stop()
      await changes.stop()
      await Promise.all([reader.end(), writer.end()])
    },
  }
}
