import { randomUUIDv7 } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import { toEventId } from '../events/index.ts'
import type { Attempt, WebhookDelivery } from './delivery.ts'

const COLUMNS = [
  ...(['id', 'endpoint_id', 'event_id', 'event_type', 'status', 'attempts', 'next_attempt_at', 'created_at', 'updated_at'] as const),
] as const

export interface DeliveryRow {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  status: string
  attempts: unknown
  next_attempt_at: string | null
  created_at: string
  updated_at: string
}

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  object: 'webhook_delivery',
  id: row.id,
  endpointId: row.endpoint_id,
  eventId: toEventId(row.event_id),
  eventType: row.event_type,
  status: row.status as WebhookDelivery['status'],
  attempts: row.attempts as Attempt[],
  nextAttemptAt: toInstantOrNull(row.next_attempt_at),
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
})

export function selectDeliveries(db: ReadDb, endpointId: string, { status, eventType }: { status?: string; eventType?: string }) {
  let deliveries = db.from('webhook_deliveries').select(COLUMNS).where('endpoint_id', '=', endpointId)
  if (status !== undefined) deliveries = deliveries.where('status', '=', status)
  if (eventType !== undefined) deliveries = deliveries.where('event_type', '=', eventType)
  return deliveries as SelectQueryBuilder<Tables, 'webhook_deliveries', DeliveryRow>
}

export const findDelivery = (db: ReadDb, endpointId: string, id: string): Promise<DeliveryRow | undefined> =>
  db.first(selectDeliveries(db, endpointId, {}).where('id', '=', id))

/** Puts a delivery at the front of the queue, with all its retries before it again. */
export async function queueAnew(db: WriteDb, { id, endpoint_id, created_at }: DeliveryRow): Promise<DeliveryRow> {
  const changes = { status: 'pending', next_attempt_at: writeTime }
  const row = await db.one(
    db.update('webhook_deliveries', changes).where('id', '=', id).where('created_at', '=', created_at).returning(COLUMNS),
  )
  await queue(db, id, endpoint_id, created_at)
  return row
}

/** An event for one endpoint alone, about the endpoint itself. */
export async function insertTestDelivery(db: WriteDb, endpointId: string): Promise<DeliveryRow> {
  const [id, eventId] = [randomUUIDv7(), randomUUIDv7()]
  const event = {
    event_id: eventId,
    event_type: 'webhook.test',
    event_timestamp: writeTime,
    subject: 'webhook_endpoint',
    subject_id: endpointId,
  }
  const waits = { trip_id: null, changed: [], attempts: '[]', status: 'pending', next_attempt_at: writeTime }
  const row = await db.one(db.insert('webhook_deliveries', { id, endpoint_id: endpointId, ...event, ...waits }).returning(COLUMNS))
  await queue(db, id, endpointId, row.created_at)
  return row
}

async function queue(db: WriteDb, id: string, endpointId: string, createdAt: string): Promise<void> {
  await db.rows(sql`
    insert into webhook_queue (agency_id, endpoint_id, delivery_id, delivery_created_at, event_id, event_type, event_timestamp, subject,
      subject_id, trip_id, changed, due_at)
    select agency_id, endpoint_id, id, created_at, event_id, event_type, event_timestamp, subject, subject_id, trip_id, changed, ${writeTime}
    from webhook_deliveries where agency_id = ${db.agencyId} and id = ${id} and created_at = ${createdAt}::timestamptz
    on conflict (agency_id, endpoint_id, delivery_id) do update set tries = 0, due_at = excluded.due_at`)
  await db.rows(sql`select wake_endpoint(${db.agencyId}, ${endpointId})`)
}
