import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import { build } from '../../db/query.ts'
import type { Tables } from '../../db/tables.generated.ts'
import { type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import { searchText } from '../../operations/search-text.ts'
import { tidyTag } from '../tags/index.ts'
import { cityKeyOf, type EntityContent } from './entity.rules.ts'
import type { Entity } from './entity.ts'
import { boxesAround, type Near } from './near.rules.ts'
import { placesUnder } from './tree.queries.ts'

const COLUMNS = [
  ...(['id', 'kind', 'name', 'external_id', 'origin', 'parent_id', 'level', 'place_id', 'lat', 'lng', 'formatted_address'] as const),
  ...(['country_code', 'city', 'region', 'city_key', 'tags', 'content', 'updated_at', 'deleted_at'] as const),
] as const

export type EntityRow = Pick<Selectable<Tables['catalog_entities']>, (typeof COLUMNS)[number]>

export const toEntity = (row: EntityRow): Entity => ({
  object: 'catalog_entity',
  id: row.id,
  kind: row.kind as Entity['kind'],
  name: row.name,
  placeId: row.place_id,
  cityKey: row.city_key,
  externalId: row.external_id,
  place: {
    parentId: row.parent_id,
    level: row.level as Entity['place']['level'],
    placeId: row.place_id,
    lat: row.lat,
    lng: row.lng,
    formattedAddress: row.formatted_address,
    countryCode: row.country_code,
    city: row.city,
    region: row.region,
  },
  images: [],
  tags: row.tags,
  origin: row.origin as Entity['origin'],
  content: row.content as Entity['content'],
  updatedAt: toInstant(row.updated_at),
  deletedAt: toInstantOrNull(row.deleted_at),
})

export const findEntity = (db: ReadDb, id: string): Promise<EntityRow | undefined> =>
  db.first(db.from('catalog_entities').select(COLUMNS).where('id', '=', id))

/** The live ones of those that were asked for. */
export const findLiveEntities = (db: ReadDb, ids: readonly string[]): Promise<EntityRow[]> =>
  db.rows(
    db
      .from('catalog_entities')
      .select(COLUMNS)
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('deleted_at', 'is', null),
  )

/** Which of these are entries, deleted ones too. */
export async function findEntityIds(db: ReadDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = db.from('catalog_entities').select('id')
  const rows = await db.rows(known.where('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
  return new Set(rows.map(({ id }) => id))
}

/** The live entry that holds an external place, unless it is the entry itself. */
export const findHolder = (db: ReadDb, kind: string, placeId: string, besides: string | null) =>
  db.first(
    db
      .from('catalog_entities')
      .select(['id', 'name'])
      .where('kind', '=', kind)
      .where('place_id', '=', placeId)
      // said as the index says it, so that it is asked
      .where('place_id', '<>', sql.lit(''))
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id is distinct from ${besides}::uuid`),
  )

export interface EntityFilters {
  kind?: string
  parentId?: string
  under?: string
  cityKey?: string
  tag?: string
  feature?: string
  origin?: string
  externalId?: string
  includeDeleted?: boolean
}

export function selectEntities(db: ReadDb, filters: EntityFilters & { q?: string }, near: Near | undefined) {
  const conditions = [...conditionsOf(db, filters), ...(near ? conditionsNear(near) : [])]
  const entities = (filters.q === undefined ? db.from('catalog_entities') : withWords(db)).select(COLUMNS)
  const narrowed = conditions.reduce((query, condition) => query.where(condition), entities)
  return narrowed as SelectQueryBuilder<Tables, 'catalog_entities', EntityRow>
}

/** Entries with the words that they are found by. */
function withWords(db: ReadDb) {
  const whole = sql`(select entity.*, words.search from catalog_words words join catalog_entities entity using (agency_id, id)
    where words.agency_id = ${db.agencyId})`
  return build.selectFrom(whole.as('catalog_entities')) as unknown as ReturnType<typeof db.from<'catalog_entities'>>
}

function* conditionsOf(db: ReadDb, filters: EntityFilters): Generator<RawBuilder<boolean>> {
  const { kind, parentId, under, cityKey, tag, feature, origin, externalId, includeDeleted = false } = filters
  if (!includeDeleted) yield sql<boolean>`deleted_at is null`
  if (kind !== undefined) yield sql<boolean>`kind = ${kind}`
  if (parentId !== undefined) yield sql<boolean>`parent_id = ${parentId}`
  if (under !== undefined) yield sql<boolean>`parent_id = any(array(${placesUnder(db, under)}))`
  if (cityKey !== undefined) yield sql<boolean>`city_key = ${cityKey.toLowerCase()} and city_key <> ''`
  if (tag !== undefined) yield sql<boolean>`tags @> array[${tidyTag(tag)}]`
  if (feature !== undefined) yield sql<boolean>`content -> 'features' ? ${feature}`
  if (origin !== undefined) yield sql<boolean>`origin = ${origin}`
  if (externalId !== undefined) yield sql<boolean>`external_id = ${externalId} and external_id <> ''`
}

/** The index of spots answers boxes; what is in their corners is too far. */
function conditionsNear(near: Near): RawBuilder<boolean>[] {
  const inBox = boxesAround(near).map(
    ({ west, south, east, north }) => sql<boolean>`point(lng, lat) <@ box(point(${west}, ${south}), point(${east}, ${north}))`,
  )
  return [
    sql<boolean>`lat is not null and (${sql.join(inBox, sql` or `)})`,
    sql<boolean>`distance_km(${near.lat}, ${near.lng}, lat, lng) <= ${near.km}`,
  ]
}

export async function insertEntity(db: WriteDb, entity: EntityContent): Promise<EntityRow> {
  const id = randomUUIDv7()
  const { kind, origin } = entity
  const row = await db.one(db.insert('catalog_entities', { id, kind, origin, deleted_at: null, ...toColumns(entity) }).returning(COLUMNS))
  await db.rows(db.insert('catalog_words', { id, search: wordsOf(entity) }))
  return row
}

export async function writeEntity(db: WriteDb, id: string, entity: EntityContent): Promise<EntityRow> {
  const search = wordsOf(entity)
  await db.rows(db.update('catalog_words', { search }).where('id', '=', id).where('search', '<>', search))
  return db.one(db.update('catalog_entities', toColumns(entity)).where('id', '=', id).returning(COLUMNS))
}

const toColumns = (entity: EntityContent) => ({
  name: entity.name,
  external_id: entity.externalId,
  parent_id: entity.place.parentId,
  level: entity.place.level,
  place_id: entity.place.placeId,
  lat: entity.place.lat,
  lng: entity.place.lng,
  formatted_address: entity.place.formattedAddress,
  country_code: entity.place.countryCode,
  city: entity.place.city,
  region: entity.place.region,
  city_key: cityKeyOf(entity),
  tags: entity.tags,
  content: JSON.stringify(entity.content),
})

const wordsOf = (entity: EntityContent): string => searchText([entity.name, wordsAround(entity).join(' '), wordsWithin(entity).join(' ')])

/** What stands beside the name: as good as tags. */
const wordsAround = ({ tags, place }: EntityContent): string[] => [...tags, place.city, place.region]
const wordsWithin = ({ content, place }: EntityContent): string[] => [
  ...[content.summary ?? '', content.description ?? '', ...(content.highlights ?? []), place.formattedAddress],
]

/** Takes these out of the lists. */
export const setDeleted = (db: WriteDb, ids: readonly string[]): Promise<unknown> =>
  db.rows(
    db
      .update('catalog_entities', { deleted_at: writeTime })
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('deleted_at', 'is', null),
  )

export const setLive = (db: WriteDb, ids: readonly string[]): Promise<unknown> =>
  db.rows(db.update('catalog_entities', { deleted_at: null }).where('id', '=', sql<string>`any(${[...ids]}::uuid[])`))

/** What hangs from places that go: it moves to where they hung. */
export const moveProducts = (db: WriteDb, from: readonly string[], to: string | null): Promise<unknown> =>
  db.rows(
    db
      .update('catalog_entities', { parent_id: to })
      .where('parent_id', '=', sql<string>`any(${[...from]}::uuid[])`)
      .where('kind', 'in', sql<string>`('alojamiento', 'actividad', 'servicio')`)
      .where('deleted_at', 'is', null),
  )

/** The entry that a change made. */
export const findMadeBy = (db: ReadDb, changeId: string): Promise<{ id: string } | undefined> =>
  db.first(sql<{ id: string }>`
    select row_id as id from captures
    where agency_id = ${db.agencyId} and write_id = ${changeId} and table_name = 'catalog_entities' and op = 'insert'`)
