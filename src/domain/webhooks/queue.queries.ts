import { sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import { type Runs, rowsOf } from '../../db/query.ts'
import type { AgencyId } from '../../db/tenant.ts'
import type { Attempt, WebhookDelivery } from './delivery.ts'

/** An endpoint and its agency: what one job is about. */
export interface Lane {
  agencyId: AgencyId
  endpointId: string
}

export interface Recipient {
  url: string
  key_id: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: string | null
  failing_since: string | null
}

/** Where the deliveries of an endpoint go; undefined when it is switched off, or gone. */
export async function findRecipient(reader: Runs, { agencyId, endpointId }: Lane): Promise<Recipient | undefined> {
  const [row] = await rowsOf(
    reader,
    sql<Recipient>`
      select w.url, w.key_id, w.secret, w.previous_secret, w.previous_secret_until, s.failing_since
      from webhook_endpoints w join webhook_endpoint_states s on s.agency_id = w.agency_id and s.endpoint_id = w.id
      where w.agency_id = ${agencyId} and w.id = ${endpointId} and w.enabled`,
  )
  return row && { ...row, previous_secret_until: toInstantOrNull(row.previous_secret_until) }
}

/** A delivery whose attempt is due, as its event told it. */
export interface DueDelivery {
  id: string
  created_at: string
  due_at: string
  tries: number
  event_id: string
  event_type: string
  event_timestamp: string
  subject: string
  subject_id: string
  trip_id: string | null
  changed: string[]
}

/** The next ones of an endpoint, in the order of their events; however many wait, here or elsewhere, no others are looked at. */
export const TAKE_DUE = `
  select delivery_id as id, delivery_created_at as created_at, due_at, tries, event_id, event_type, event_timestamp,
    subject, subject_id, trip_id, changed
  from webhook_queue
  where agency_id = $1 and endpoint_id = $2 and due_at <= $3 and (due_at, delivery_id) > ($4, $5)
  order by due_at, delivery_id limit $6`

const FROM_THE_FIRST = { due_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

export async function takeDue(
  reader: Runs,
  { agencyId, endpointId }: Lane,
  now: Date,
  most: number,
  behind: Pick<DueDelivery, 'due_at' | 'id'> = FROM_THE_FIRST,
): Promise<DueDelivery[]> {
  const parameters = [agencyId, endpointId, now.toISOString(), behind.due_at, behind.id, most]
  const rows = await rowsOf<DueDelivery>(reader, { text: TAKE_DUE, parameters })
  return rows.map((row) => ({ ...row, event_timestamp: toInstant(row.event_timestamp) }))
}

/** How an attempt went, and what becomes of its delivery. Without an attempt it was not made. */
export interface Result {
  delivery: DueDelivery
  status: WebhookDelivery['status']
  attempt: Attempt | undefined
  nextAttemptAt: Date | undefined
}

const SETTLE = 'select failing_since from settle_deliveries($1, $2, $3, $4, $5, $6)'

/** Writes results down, all in one statement; answers since when the endpoint has been failing. */
export async function settle(writer: Runs, { agencyId, endpointId }: Lane, now: Date, results: readonly Result[]): Promise<string | null> {
  const ids = results.map(({ delivery }) => delivery.id)
  const created = results.map(({ delivery }) => delivery.created_at)
  const told = results.map(({ delivery, status, attempt, nextAttemptAt }) => [
    delivery.id,
    { due_at: delivery.due_at, status, attempt: attempt ?? null, next_attempt_at: nextAttemptAt?.toISOString() ?? null },
  ])
  const parameters = [agencyId, endpointId, now.toISOString(), ids, created, JSON.stringify(Object.fromEntries(told))]
  const [row] = await rowsOf<{ failing_since: string | null }>(writer, { text: SETTLE, parameters })
  return toInstantOrNull(row?.failing_since ?? null)
}

/** For what was queued while its endpoint was being switched off. */
export const discardAll = (writer: Runs, { agencyId, endpointId }: Lane, now: Date) =>
  rowsOf(writer, sql`select discard_waiting(${agencyId}, ${endpointId}, ${now.toISOString()}::timestamptz)`)

/** Takes the endpoint for this process, unless a living one has it. */
export async function lease(writer: Runs, { agencyId, endpointId }: Lane, workerId: string): Promise<boolean> {
  const [row] = await rowsOf(writer, sql<{ taken: boolean }>`select lease_endpoint(${agencyId}, ${endpointId}, ${workerId}) as taken`)
  return row?.taken === true
}

/** Gives it back, with a job for its next attempt. */
export const release = (writer: Runs, { agencyId, endpointId }: Lane, workerId: string) =>
  rowsOf(writer, sql`select release_endpoint(${agencyId}, ${endpointId}, ${workerId})`)
