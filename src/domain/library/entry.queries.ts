import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import { searchText } from '../../operations/search-text.ts'
import type { Snapshot } from '../itinerary/index.ts'
import { tidyTag } from '../tags/index.ts'
import type { SavedBlock } from './entry.rules.ts'
import type { Entry } from './entry.ts'
import type { Lease } from './lease.rules.ts'

const SUMMARY = ['id', 'title', 'root_type', 'tags', 'updated_at'] as const
const COLUMNS = [...SUMMARY, ...(['snapshot', 'lease_key_id', 'lease_until'] as const)] as const

type Row = Selectable<Tables['library_entries']>
type SummaryRow = Pick<Row, (typeof SUMMARY)[number]>
export type EntryRow = Pick<Row, (typeof COLUMNS)[number]>

const labelsOf = (row: SummaryRow) => ({
  id: row.id,
  title: row.title,
  rootType: row.root_type as Entry['rootType'],
  tags: row.tags,
  updatedAt: toInstant(row.updated_at),
})

export const toSummary = (row: SummaryRow) => ({ object: 'library_entry_summary' as const, ...labelsOf(row) })

export const toEntry = (row: EntryRow): Entry => ({
  object: 'library_entry',
  ...labelsOf(row),
  snapshot: row.snapshot as Entry['snapshot'],
})

export const toLease = ({ lease_key_id, lease_until }: Pick<EntryRow, 'lease_key_id' | 'lease_until'>): Lease | null =>
  lease_key_id === null || lease_until === null ? null : { keyId: lease_key_id, until: toInstant(lease_until) }

export const findEntry = (db: ReadDb, id: string): Promise<EntryRow | undefined> =>
  db.first(db.from('library_entries').select(COLUMNS).where('id', '=', id))

/** The saved blocks of those that there are, by the ids that were asked for. */
export async function findSnapshots(db: ReadDb, ids: readonly string[]): Promise<Map<string, Snapshot>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows(
    db
      .from('library_entries')
      .select(['id', 'snapshot'])
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`),
  )
  const found = new Map(rows.map(({ id, snapshot }) => [id, snapshot as Snapshot]))
  // an id may be written in large letters
  return new Map(
    ids.flatMap((id) => [[id, found.get(id.toLowerCase())] as const].filter((pair): pair is [string, Snapshot] => pair[1] !== undefined)),
  )
}

export function selectEntries(db: ReadDb, tag: string | undefined) {
  const entries = db.from('library_entries').select(SUMMARY)
  const carrying = tag === undefined ? entries : entries.where(sql<boolean>`tags @> array[${tidyTag(tag)}]`)
  return carrying as SelectQueryBuilder<Tables, 'library_entries', SummaryRow>
}

export interface EntryContent {
  title: string
  tags: string[]
  snapshot: SavedBlock
}

export const insertEntry = (db: WriteDb, content: EntryContent): Promise<EntryRow> =>
  db.one(db.insert('library_entries', { id: randomUUIDv7(), ...toColumns(content) }).returning(COLUMNS))

export const writeEntry = (db: WriteDb, id: string, content: EntryContent): Promise<EntryRow> =>
  db.one(db.update('library_entries', toColumns(content)).where('id', '=', id).returning(COLUMNS))

export const removeEntry = (db: WriteDb, id: string): Promise<unknown> => db.rows(db.remove('library_entries').where('id', '=', id))

const toColumns = ({ title, tags, snapshot }: EntryContent) => ({
  ...{ title, tags },
  root_type: snapshot.type,
  snapshot: JSON.stringify(snapshot),
  // nothing is described here: the second line is that of the tags
  search: searchText([title, tags.join(' ')]),
})

/** To have an entry open is no change of it: pollers don't see it. */
export const setLease = (db: WriteDb, id: string, lease: Lease | null): Promise<unknown> =>
  db.rows(sql`
    update library_entries set lease_key_id = ${lease?.keyId ?? null}, lease_until = ${lease?.until ?? null}
    where agency_id = ${db.agencyId} and id = ${id}`)

/** The lease on the entry that a change was about. */
export async function findLeaseOfChanged(db: ReadDb, changeId: string): Promise<Lease | null> {
  const row = await db.first(sql<Pick<EntryRow, 'lease_key_id' | 'lease_until'>>`
    select e.lease_key_id, e.lease_until
    from captures c join library_entries e on e.agency_id = c.agency_id and e.id = c.row_id
    where c.agency_id = ${db.agencyId} and c.write_id = ${changeId} and c.table_name = 'library_entries'`)
  return row ? toLease(row) : null
}
