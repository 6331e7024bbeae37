import { sql } from 'kysely'
import { type Runs, rowsOf } from '../../db/query.ts'
import type { AgencyId, WriteDb } from '../../db/tenant.ts'

const UPLOAD_WAITS = sql.raw(`interval '24 hours'`)
const DELETE_CAN_BE_UNDONE = sql.raw(`interval '30 days'`)

/** Agencies with an upload that nobody completed, or with a delete that can't be undone any more. */
export async function agenciesToClean(reader: Runs): Promise<AgencyId[]> {
  const rows = await rowsOf<{ agency_id: AgencyId }>(
    reader,
    sql`
      select agency_id from document_uploads where created_at < now() - ${UPLOAD_WAITS}
      union select agency_id from deleted_documents where created_at < now() - ${DELETE_CAN_BE_UNDONE}`,
  )
  return rows.map(({ agency_id }) => agency_id)
}

/**
 * From here on nothing can make a document of these any more: their bytes may go when this is committed. A document that an
 * undo brought back keeps them.
 */
export async function forget(db: WriteDb): Promise<string[]> {
  const uploads = await db.rows<{ id: string }>(sql`
    delete from document_uploads where agency_id = ${db.agencyId} and created_at < now() - ${UPLOAD_WAITS} returning id`)
  const deleted = await db.rows<{ id: string }>(sql`
    with over as (
      delete from deleted_documents where agency_id = ${db.agencyId} and created_at < now() - ${DELETE_CAN_BE_UNDONE} returning id
    )
    select id from over where not exists (select from documents d where d.agency_id = ${db.agencyId} and d.id = over.id)`)
  return [...uploads, ...deleted].map(({ id }) => id)
}

/** Of bytes that are kept: those that no row speaks of. An id never comes back once nothing speaks of it. */
export async function unknownAmong<Key extends { agencyId: string; id: string }>(reader: Runs, keys: readonly Key[]): Promise<Key[]> {
  const agencyIds = keys.map(({ agencyId }) => agencyId)
  const ids = keys.map(({ id }) => id)
  const unknown = await rowsOf<{ index: number }>(
    reader,
    sql`
      select k.index::int from unnest(${agencyIds}::uuid[], ${ids}::uuid[]) with ordinality as k (agency_id, id, index)
      where not exists (select from documents d where d.agency_id = k.agency_id and d.id = k.id)
        and not exists (select from document_uploads u where u.agency_id = k.agency_id and u.id = k.id)
        and not exists (select from deleted_documents x where x.agency_id = k.agency_id and x.id = k.id)`,
  )
  return unknown.map(({ index }) => keys[index - 1] as Key)
}
