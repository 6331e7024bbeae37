import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { type App, buildApp } from '../../src/app.ts'
import { OPERATIONS, REACTIONS } from '../../src/catalogue.ts'
import { operatorWrite } from '../../src/db/operator-write.ts'
import type { AgencyId } from '../../src/db/tenant.ts'
import { insertAgency, openKey, openUser } from '../../src/domain/accounts/index.ts'
import type { NewTrip, Trip } from '../../src/domain/trips/trip.ts'
import type { Log } from '../../src/monitoring/log.ts'
import { catalogueOf } from '../../src/operations/catalogue.ts'
import type { Reaction } from '../../src/operations/happening.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { SCOPES, type Scope } from '../../src/operations/scopes.ts'
import { publishAll } from '../../src/outbox/relay.ts'
import { openSecret } from '../../src/secrets.ts'
import { type Api, apiAt } from './api.ts'
import { TEST_SECRET } from './postgres.ts'
import { type ScratchDatabase, scratchDatabase } from './scratch-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface TestKey {
  id: string
  userId: string
  secret: string
  api: Api
}

export interface PersonOptions {
  tripDeletion?: 'none' | 'own' | 'agency'
  travelerDeletion?: boolean
}

export interface TestAgency {
  id: AgencyId
  /** A person and a key with every scope; `api` calls as that key. */
  userId: string
  key: TestKey
  api: Api
  newUser(options?: PersonOptions): Promise<string>
  newKey(options?: { userId?: string; scopes?: readonly Scope[]; expiresAt?: string }): Promise<TestKey>
  /** Made through the API, as anybody would. */
  newTrip(body?: Partial<NewTrip>): Promise<Trip>
  /** Publishes what was written so far, as the worker would at that moment; bursts of edits that are over, too. */
  publish(now?: Date): Promise<void>
}

/** How many rows writes have left, besides those of the trade. */
export interface Written {
  captures: number
  outbox: number
  changes: number
  idempotencyRecords: number
}

export interface World {
  app: App
  scratch: ScratchDatabase
  storageFolder: string
  /** Past every wall: for looking at what was, and was not, written. */
  admin: pg.Client
  /** Nobody's key. */
  stranger: Api
  faults: unknown[]
  newAgency(limits?: { perKey?: number; perAgency?: number }): Promise<TestAgency>
  /** Equal before and after: nothing was written. */
  written(): Promise<Written>
  stop(): Promise<void>
}

/** The real service on a database of its own, listening on a free port. */
export async function newWorld(operations: readonly Operation[] = OPERATIONS, reactions: readonly Reaction[] = REACTIONS): Promise<World> {
  const scratch = await scratchDatabase()
  const faults: unknown[] = []
  const log: Log = { info() {}, warn() {}, fault: (error) => faults.push(error), flush() {} }
  const folder = temporaryFolder()
  const mail = { smtpUrl: undefined, from: { name: undefined, address: 'no-reply@localhost' }, folder: join(folder.path, 'mail') }
  const storageFolder = join(folder.path, 'storage')
  const settings = {
    host: '127.0.0.1',
    port: 0,
    baseUrl: undefined,
    metricsToken: undefined,
    allowInsecureWebhooks: true,
    mail,
    storageFolder,
  }
  const secret = openSecret({ dataDir: '', secretKey: TEST_SECRET })
  const app = buildApp(settings, scratch.database, secret, log, { operations, reactions })
  await app.listen()
  return {
    app,
    scratch,
    storageFolder,
    admin: scratch.admin,
    stranger: apiAt(app.baseUrl),
    faults,
    newAgency: (limits) => newAgency(app.writer, app.baseUrl, limits),
    written: async () => (await scratch.admin.query(WRITTEN)).rows[0],
    async stop() {
      await app.stop()
      await scratch.drop()
      folder.remove()
    },
  }
}

const WRITTEN = `
  select (select count(*)::int from captures) as captures, (select count(*)::int from outbox) as outbox,
    (select count(*)::int from changes) as changes, (select count(*)::int from idempotency_records) as "idempotencyRecords"`

/** An agency whose limits are out of the way, unless a test is about them. */
export async function newAgency(
  writer: pg.Pool,
  baseUrl: () => string,
  { perKey = 1_000_000, perAgency = 1_000_000 } = {},
): Promise<TestAgency> {
  const id = randomUUIDv7() as AgencyId
  await insertAgency(writer, id, 'Viajes Prueba', perKey, perAgency)

  const newUser = async (options: PersonOptions = {}) => {
    const email = `${randomBytes(6).toString('hex')}@agency.example`
    const user = await operatorWrite(writer, id, (db) => openUser(db, { name: 'Ana Prueba', email, role: 'admin', ...options }))
    return user.id
  }
  const userId = await newUser()
  const newKey: TestAgency['newKey'] = async ({ userId: owner = userId, scopes = SCOPES, expiresAt } = {}) => {
    const key = await operatorWrite(writer, id, (db) => openKey(db, owner, 'Test key', [...scopes], expiresAt ?? null))
    return { id: key.id, userId: owner, secret: key.secret, api: apiAt(baseUrl, key.secret) }
  }
  const key = await newKey()
  const newTrip: TestAgency['newTrip'] = async (body) => {
    const answer = await key.api('POST /v1/trips', { body: { title: 'Trip', ...body } })
    if (answer.status !== 201) throw new Error(`A trip was refused while a test was set up: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const publish = (now = new Date()) => publishAll(writer, id, catalogueOf(OPERATIONS), now)
  return { id, userId, key, api: key.api, newUser, newKey, newTrip, publish }
}
