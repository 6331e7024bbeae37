import { sql } from 'kysely'
import type { ReadDb } from '../../db/tenant.ts'

// Down the tree by the index of places, level by level, so that products are not read on the way; up by the key.

/** SQL for a place and all places below it: what anything in its subtree hangs from. */
export const placesUnder = (db: ReadDb, id: string) => sql<{ id: string }>`
  with recursive under (id) as (
    select ${id}::uuid
    union
    select place.id from under join catalog_entities place
      on place.agency_id = ${db.agencyId} and place.parent_id = under.id and place.kind in ('destino', 'punto')
  )
  select id from under`

export interface PlaceBelow {
  id: string
  kind: 'destino' | 'punto'
}

/** The live places below one that is live. */
export const findPlacesBelow = (db: ReadDb, id: string): Promise<PlaceBelow[]> =>
  db.rows(sql<PlaceBelow>`
    with recursive below (id, kind) as (
      select ${id}::uuid, null::text
      union all
      select place.id, place.kind from below join catalog_entities place
        on place.agency_id = ${db.agencyId} and place.parent_id = below.id and place.kind in ('destino', 'punto') and place.deleted_at is null
    )
    select id, kind from below where id <> ${id}`)

export interface EntryAbove {
  id: string
  kind: string
  place_id: string
  deleted_at: string | null
}

/** An entry, and what it lies in, from the inside outwards. */
export const findWithAncestors = (db: ReadDb, id: string): Promise<EntryAbove[]> =>
  db.rows(sql<EntryAbove>`
    with recursive above (id, parent_id, kind, place_id, deleted_at, step) as (
      select id, parent_id, kind, place_id, deleted_at, 0 from catalog_entities where agency_id = ${db.agencyId} and id = ${id}
      union all
      select place.id, place.parent_id, place.kind, place.place_id, place.deleted_at, above.step + 1
      from above join catalog_entities place on place.agency_id = ${db.agencyId} and place.id = above.parent_id
    )
    select id, kind, place_id, deleted_at from above order by step`)

export const findLiveChild = (db: ReadDb, id: string): Promise<{ id: string } | undefined> =>
  db.first(db.from('catalog_entities').select('id').where('parent_id', '=', id).where('deleted_at', 'is', null).limit(1))
