import { type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import type { WebhookEndpoint } from './endpoint.ts'

const COLUMNS = [
  'id',
  'url',
  'description',
  'event_types',
  'enabled',
  'disabled_reason',
  'secret_preview',
  'created_at',
  'updated_at',
] as const

export interface EndpointRow {
  id: string
  url: string
  description: string
  event_types: string[]
  enabled: boolean
  disabled_reason: string | null
  secret_preview: string
  created_at: string
  updated_at: string
  /** Whether the key that it belongs to still opens. */
  key_is_live: boolean
  last_success_at: string | null
  failing_since: string | null
}

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  object: 'webhook_endpoint',
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  enabled: row.enabled && row.key_is_live,
  disabledReason: (row.key_is_live ? row.disabled_reason : 'key_revoked') as WebhookEndpoint['disabledReason'],
  lastSuccessAt: toInstantOrNull(row.last_success_at),
  failingSince: toInstantOrNull(row.failing_since),
  secretPreview: row.secret_preview,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
})

/** Endpoints are seen by any key of the person whose key they belong to, and by nobody else. */
export const selectEndpoints = (db: ReadDb, userId: string) =>
  db
    .from('webhook_endpoints')
    .select(COLUMNS)
    .select(
      sql<boolean>`(select owner.revoked_at is null and coalesce(owner.expires_at > now(), true) from api_keys owner
        where owner.agency_id = webhook_endpoints.agency_id and owner.id = webhook_endpoints.key_id)`.as('key_is_live'),
    )
    .select(stateColumn('last_success_at').as('last_success_at'))
    .select(stateColumn('failing_since').as('failing_since'))
    .where(
      sql<boolean>`exists (select from api_keys owner where owner.agency_id = webhook_endpoints.agency_id
        and owner.id = webhook_endpoints.key_id and owner.user_id = ${userId})`,
    ) as SelectQueryBuilder<Tables, 'webhook_endpoints', EndpointRow>

const stateColumn = (column: 'last_success_at' | 'failing_since') =>
  sql<string | null>`(select ${sql.ref(`s.${column}`)} from webhook_endpoint_states s
    where s.agency_id = webhook_endpoints.agency_id and s.endpoint_id = webhook_endpoints.id)`

export const findEndpoint = (db: ReadDb, userId: string, id: string): Promise<EndpointRow | undefined> =>
  db.first(selectEndpoints(db, userId).where('id', '=', id))

/** Where it was just made, or just found. */
export const oneEndpoint = (db: ReadDb, userId: string, id: string): Promise<EndpointRow> =>
  db.one(selectEndpoints(db, userId).where('id', '=', id))

interface FailingEndpoint {
  url: string
  failing_since: string
  key_name: string
  owner_name: string
  owner_email: string
  agency_name: string
  time_zone: string
}

/** With the person whose key it belongs to; undefined while it is off, and when it has not failed since it was last switched on. */
export const findFailing = (db: ReadDb, id: string): Promise<FailingEndpoint | undefined> =>
  db.first(sql`
    select w.url, s.failing_since, k.name as key_name, u.name as owner_name, u.email as owner_email, a.name as agency_name, a.time_zone
    from webhook_endpoints w
    join webhook_endpoint_states s on s.agency_id = w.agency_id and s.endpoint_id = w.id
    join api_keys k on k.agency_id = w.agency_id and k.id = w.key_id
    join users u on u.agency_id = k.agency_id and u.id = k.user_id
    join agencies a on a.id = w.agency_id
    where w.agency_id = ${db.agencyId} and w.id = ${id} and w.enabled and s.failing_since is not null`)

export const countEndpoints = (db: ReadDb, keyId: string): Promise<{ count: number }> =>
  db.one(db.from('webhook_endpoints').select(sql<number>`count(*)::int`.as('count')).where('key_id', '=', keyId))

export interface EndpointContent {
  url: string
  description: string
  event_types: string[]
}

export interface SealedSecret {
  secret: Buffer
  secret_preview: string
}

export async function insertEndpoint(db: WriteDb, row: EndpointContent & SealedSecret & { id: string; key_id: string }): Promise<void> {
  await db.rows(db.insert('webhook_endpoints', row))
  await db.rows(sql`insert into webhook_endpoint_states (agency_id, endpoint_id) values (${db.agencyId}, ${row.id})`)
}

export const updateEndpoint = (db: WriteDb, id: string, changes: Partial<EndpointContent>) =>
  db.rows(db.update('webhook_endpoints', changes).where('id', '=', id))

/** Switched on, it starts anew: what failed before is no longer counted. */
export async function switchOn(db: WriteDb, id: string): Promise<void> {
  await db.rows(db.update('webhook_endpoints', { enabled: true, disabled_reason: null }).where('id', '=', id))
  await db.rows(sql`update webhook_endpoint_states set failing_since = null where agency_id = ${db.agencyId} and endpoint_id = ${id}`)
}

/** Nothing more goes there, and what waits is discarded. */
export async function switchOff(db: WriteDb, id: string, reason: string): Promise<void> {
  await db.rows(db.update('webhook_endpoints', { enabled: false, disabled_reason: reason }).where('id', '=', id))
  await discardWaiting(db, id)
}

export async function deleteEndpoint(db: WriteDb, id: string): Promise<void> {
  await discardWaiting(db, id)
  await db.rows(sql`delete from webhook_endpoint_states where agency_id = ${db.agencyId} and endpoint_id = ${id}`)
  await db.rows(db.remove('webhook_endpoints').where('id', '=', id))
}

const discardWaiting = (db: WriteDb, endpointId: string) =>
  db.rows(sql`select discard_waiting(${db.agencyId}, ${endpointId}, ${writeTime})`)

/** The new secret signs from now on, and the one before it for a while longer. */
export const rotateSecret = (db: WriteDb, id: string, fresh: SealedSecret, oldUntil: string) =>
  db.rows(
    db
      .update('webhook_endpoints', {
        ...fresh,
        previous_secret: sql<Buffer>`secret` as never,
        previous_secret_until: oldUntil,
      })
      .where('id', '=', id),
  )
