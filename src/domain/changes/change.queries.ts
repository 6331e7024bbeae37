import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import type { Change } from './change.ts'

const COLUMNS = [
  ...(['id', 'operation_id', 'surface', 'status', 'trip_ids', 'key_id', 'error', 'row_count'] as const),
  ...(['created_at', 'updated_at', 'reverted_at'] as const),
] as const

export type ChangeRow = Pick<Selectable<Tables['changes']>, (typeof COLUMNS)[number]>

export const toChange = (row: ChangeRow): Change => ({
  object: 'change',
  id: row.id,
  operationId: row.operation_id,
  surface: row.surface as Change['surface'],
  status: row.status as Change['status'],
  tripIds: row.trip_ids,
  credentialId: row.key_id,
  error: row.error,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
  revertedAt: toInstantOrNull(row.reverted_at),
})

/** Changes are seen by any key of the person who made them, and by nobody else. */
const changesOf = (db: ReadDb, userId: string) => db.from('changes').where('user_id', '=', userId).select(COLUMNS)

export const findChange = (db: ReadDb, userId: string, id: string): Promise<ChangeRow | undefined> =>
  db.first(changesOf(db, userId).where('id', '=', id))

export interface ChangeFilters {
  tripId: string | undefined
  status: string | undefined
  keyId: string | undefined
}

export function selectChanges(db: ReadDb, userId: string, operationIds: string[], { tripId, status, keyId }: ChangeFilters) {
  let changes = changesOf(db, userId).where('operation_id', '=', sql<string>`any(${operationIds}::text[])`)
  if (tripId !== undefined) changes = changes.where(sql<boolean>`trip_ids @> array[${tripId}::uuid]`)
  if (status !== undefined) changes = changes.where('status', '=', status)
  if (keyId !== undefined) changes = changes.where('key_id', '=', keyId)
  return changes as SelectQueryBuilder<Tables, 'changes', ChangeRow>
}

/** The undoing write is named, so that its own captures never stand in the way of undoing further back. */
export const setReverted = (db: WriteDb, id: string): Promise<ChangeRow> =>
  db.one(
    db
      .update('changes', { status: 'reverted', reverted_at: writeTime, revert_write_id: sql<string>`current_write()` })
      .where('id', '=', id)
      .returning(COLUMNS),
  )
