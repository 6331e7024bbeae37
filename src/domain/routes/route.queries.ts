import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import { searchText } from '../../operations/search-text.ts'
import { tidyTag } from '../tags/index.ts'
import { type RouteContent, summaryOf } from './route.rules.ts'
import type { Route } from './route.ts'

const COLUMNS = ['id', 'title', 'description', 'tags', 'design', 'cover_url', 'created_at', 'updated_at'] as const
export type RouteRow = Pick<Selectable<Tables['routes']>, (typeof COLUMNS)[number]>

export const toRoute = (row: RouteRow): Route => ({
  object: 'route',
  id: row.id,
  title: row.title,
  description: row.description,
  tags: row.tags,
  ...summaryOf(row.design as Route['design']),
  design: row.design as Route['design'],
  coverUrl: row.cover_url,
  createdAt: toInstant(row.created_at),
  updatedAt: toInstant(row.updated_at),
})

export const findRoute = (db: ReadDb, id: string): Promise<RouteRow | undefined> =>
  db.first(db.from('routes').select(COLUMNS).where('id', '=', id))

export function selectRoutes(db: ReadDb, tag: string | undefined) {
  const routes = db.from('routes').select(COLUMNS)
  const carrying = tag === undefined ? routes : routes.where(sql<boolean>`tags @> array[${tidyTag(tag)}]`)
  return carrying as SelectQueryBuilder<Tables, 'routes', RouteRow>
}

export const insertRoute = (db: WriteDb, content: RouteContent): Promise<RouteRow> =>
  db.one(db.insert('routes', { id: randomUUIDv7(), ...toColumns(content) }).returning(COLUMNS))

export const writeRoute = (db: WriteDb, id: string, content: RouteContent): Promise<RouteRow> =>
  db.one(db.update('routes', toColumns(content)).where('id', '=', id).returning(COLUMNS))

export const removeRoute = (db: WriteDb, id: string): Promise<unknown> => db.rows(db.remove('routes').where('id', '=', id))

const toColumns = ({ title, description, tags, design, coverUrl }: RouteContent) => ({
  ...{ title, description, tags },
  design: JSON.stringify(design),
  cover_url: coverUrl,
  // its cities are as good as tags
  search: searchText([title, [...tags, ...summaryOf(design).cities].join(' '), description]),
})
