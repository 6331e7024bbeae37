import { sql } from 'kysely'
import { type Instant, toInstant } from '../../db/instant.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import type { Design } from '../design/index.ts'
import { type Block, type Tree, treeOf } from './tree.rules.ts'
import { changesOf, type TreeChanges } from './tree-changes.rules.ts'

/** A live trip's itinerary, with what of the trip it follows from. */
export interface Itinerary {
  tripId: string
  version: number
  updatedAt: Instant
  design: Design | null
  startDate: string | null
  /** The fingerprint of the design that it was last synced with. */
  syncedDesign: string | null
  tree: Tree
}

type BlockColumns = [
  ...[id: string, ref: string, type: Block['type'], parentId: string | null, rank: string, visibility: Block['visibility']],
  ...[data: Block['data'] | null, layout: Block['layout'], generated: Block['generated']],
]
interface ItineraryRow {
  id: string
  itinerary_version: number
  changed_at: string
  design: Design | null
  start_date: string | null
  synced_design: string | null
  blocks: BlockColumns[] | null
}

// one row, however many blocks: they come as one JSON, in the order of their ranks
const FIND = `
  select t.id, t.itinerary_version, coalesce(t.itinerary_at, t.created_at) as changed_at, t.design, t.start_date, t.synced_design, (
    select json_agg(json_build_array(b.id, b.ref, b.type, b.parent_id, b.rank, b.visibility,
      case when $3 or b.generated is not null or b.id::text = any($4) or b.ref = any($4) then b.data end, b.layout, b.generated) order by b.rank, b.id)
    from itinerary_blocks b where b.agency_id = $1 and b.trip_id = $2
  ) as blocks
  from trips t where t.agency_id = $1 and t.id = $2 and t.archived_at is null`

/** `data` says of which blocks the data is needed, by id or ref; that of generated ones always comes. */
export async function seekItinerary(db: ReadDb, tripId: string, data: 'all' | readonly string[] = 'all'): Promise<Itinerary | undefined> {
  const [isAll, named] = data === 'all' ? [true, []] : [false, data]
  const row = await db.first<ItineraryRow>({ text: FIND, parameters: [db.agencyId, tripId, isAll, named] })
  return (
    row && {
      tripId: row.id,
      version: row.itinerary_version,
      updatedAt: toInstant(row.changed_at),
      design: row.design,
      startDate: row.start_date,
      syncedDesign: row.synced_design,
      tree: treeOf((row.blocks ?? []).map(toBlock)),
    }
  )
}

/** Of a trip that is known to be live. */
export async function findItinerary(db: ReadDb, tripId: string, data?: 'all' | readonly string[]): Promise<Itinerary> {
  const itinerary = await seekItinerary(db, tripId, data)
  if (!itinerary) throw new Error(`trip ${tripId} is not live`)
  return itinerary
}

const toBlock = ([id, ref, type, parentId, rank, visibility, data, layout, generated]: BlockColumns): Block => ({
  ...{ id, ref, type, parentId, rank, visibility, data: data ?? NOT_READ, layout, generated },
})

/** Stands for data that nobody asked for, so that it is never taken for something to write. */
const NOT_READ: Block['data'] = Object.freeze({})

export interface Saved extends TreeChanges {
  /** Whether anything had to be written. */
  any: boolean
}

/** Writes what is different in a tree: one statement for each kind of difference, however many blocks. */
export async function saveTree(db: WriteDb, tripId: string, tree: Tree): Promise<Saved> {
  const changes = changesOf(tree)
  const { inserted, moved, edited, removed } = changes
  if (inserted.length > 0) {
    await giveRefs(db, tripId, inserted)
    await run(db, INSERT, tripId, inserted.map(toRow))
  }
  if (moved.length > 0) await run(db, MOVE, tripId, moved.map(toRow))
  if (edited.length > 0) await run(db, EDIT, tripId, edited.map(toRow))
  if (removed.length > 0) await db.rows(db.remove('itinerary_blocks').where('trip_id', '=', tripId).where('id', 'in', removed))
  return { ...changes, any: inserted.length + moved.length + edited.length + removed.length > 0 }
}

const toRow = ({ parentId, ...block }: Block) => ({ ...block, parent_id: parentId })

const run = (db: WriteDb, text: string, tripId: string, rows: object[]): Promise<unknown> =>
  db.rows({ text, parameters: [db.agencyId, tripId, JSON.stringify(rows)] })

const INSERT = `
  insert into itinerary_blocks
    (agency_id, trip_id, created_at, updated_at, id, parent_id, rank, ref, type, visibility, data, layout, generated)
  select $1, $2, write_time(), write_time(), b.* from json_to_recordset($3) as b (
    id uuid, parent_id uuid, rank text, ref text, type text, visibility text, data jsonb, layout jsonb, generated jsonb)`
const MOVE = `
  update itinerary_blocks t set parent_id = b.parent_id, rank = b.rank, updated_at = write_time()
  from json_to_recordset($3) as b (id uuid, parent_id uuid, rank text)
  where t.agency_id = $1 and t.trip_id = $2 and t.id = b.id`
const EDIT = `
  update itinerary_blocks t
  set data = b.data, layout = b.layout, visibility = b.visibility, generated = b.generated, updated_at = write_time()
  from json_to_recordset($3) as b (id uuid, visibility text, data jsonb, layout jsonb, generated jsonb)
  where t.agency_id = $1 and t.trip_id = $2 and t.id = b.id`

async function giveRefs(db: WriteDb, tripId: string, blocks: Block[]): Promise<void> {
  const { last } = await db.one(sql<{ last: number }>`
    insert into block_ref_counters (agency_id, trip_id, last) values (${db.agencyId}, ${tripId}, ${blocks.length})
    on conflict (agency_id, trip_id) do update set last = block_ref_counters.last + excluded.last
    returning last`)
  for (const [index, block] of blocks.entries()) block.ref = `b${last - blocks.length + 1 + index}`
}

/** Notes which design the itinerary follows now. */
export const setSynced = (db: WriteDb, tripId: string, fingerprint: string): Promise<unknown> =>
  db.rows(db.update('trips', { synced_design: fingerprint }).where('id', '=', tripId))
