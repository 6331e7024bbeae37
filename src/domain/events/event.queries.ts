import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb } from '../../db/tenant.ts'
import type { Event } from './event.ts'
import { fromEventId, toEventId } from './event-id.ts'

const COLUMNS = ['id', 'timestamp', 'type', 'subject', 'subject_id', 'trip_id', 'changed'] as const

export type EventRow = Pick<Selectable<Tables['events']>, (typeof COLUMNS)[number]>

export const toEvent = (row: EventRow, data: object): Event => ({
  object: 'event',
  id: toEventId(row.id),
  type: row.type,
  timestamp: toInstant(row.timestamp),
  subject: { object: row.subject, id: row.subject_id, tripId: row.trip_id },
  changed: row.changed,
  data,
})

export interface EventFilters {
  type?: string
  tripId?: string
  since?: string
}

/** Of the subjects that may be seen. */
export function selectEvents(db: ReadDb, subjects: readonly string[], { type, tripId, since }: EventFilters) {
  let events = db.from('events').select(COLUMNS).where('subject', '=', sql<string>`any(${subjects}::text[])`)
  if (type !== undefined) events = events.where('type', '=', type)
  if (tripId !== undefined) events = events.where('trip_id', '=', tripId)
  if (since !== undefined) events = events.where('timestamp', '>=', since)
  return events as SelectQueryBuilder<Tables, 'events', EventRow>
}

export const findEvent = (db: ReadDb, subjects: readonly string[], id: string): Promise<EventRow | undefined> =>
  db.first(selectEvents(db, subjects, {}).where('id', '=', fromEventId(id)))
