import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'
import { searchText } from '../../operations/search-text.ts'
import { type Snapshot, withoutOrigin } from '../itinerary/index.ts'
import { tidyTag } from '../tags/index.ts'
import type { TemplateContent, TemplateLabels } from './content.rules.ts'
import type { Template } from './template.ts'

const SUMMARY = ['id', 'title', 'description', 'tags', 'cover_url', 'stop_count', 'updated_at'] as const
const COLUMNS = [...SUMMARY, ...(['design', 'blocks', 'was_synced', 'travelers', 'presentation', 'base_start_date'] as const)] as const

type Row = Selectable<Tables['trip_templates']>
type SummaryRow = Pick<Row, (typeof SUMMARY)[number]>
export type TemplateRow = Pick<Row, (typeof COLUMNS)[number]>

const labelsOf = (row: SummaryRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  tags: row.tags,
  coverUrl: row.cover_url,
  stopCount: row.stop_count,
  updatedAt: toInstant(row.updated_at),
})

export const toSummary = (row: SummaryRow) => ({ object: 'trip_template_summary' as const, ...labelsOf(row) })

export const toTemplate = (row: TemplateRow): Template => ({
  object: 'trip_template',
  ...labelsOf(row),
  design: row.design as Template['design'],
  blocks: (row.blocks as Snapshot[]).map(withoutOrigin) as Template['blocks'],
  proposals: null,
  travelers: row.travelers,
  presentation: row.presentation as Template['presentation'],
  baseStartDate: row.base_start_date,
})

export const toContent = (row: TemplateRow): TemplateContent => ({
  design: row.design as TemplateContent['design'],
  blocks: row.blocks as Snapshot[],
  wasSynced: row.was_synced,
  travelers: row.travelers,
  presentation: row.presentation as TemplateContent['presentation'],
  baseStartDate: row.base_start_date,
})

export const findTemplate = (db: ReadDb, id: string): Promise<TemplateRow | undefined> =>
  db.first(db.from('trip_templates').select(COLUMNS).where('id', '=', id))

export function selectTemplates(db: ReadDb, tag: string | undefined) {
  const templates = db.from('trip_templates').select(SUMMARY)
  const carrying = tag === undefined ? templates : templates.where(sql<boolean>`tags @> array[${tidyTag(tag)}]`)
  return carrying as SelectQueryBuilder<Tables, 'trip_templates', SummaryRow>
}

export const insertTemplate = (db: WriteDb, labels: TemplateLabels, content: TemplateContent): Promise<TemplateRow> =>
  db.one(db.insert('trip_templates', { id: randomUUIDv7(), ...toLabelColumns(labels), ...toContentColumns(content) }).returning(COLUMNS))

export const updateTemplate = (db: WriteDb, id: string, labels: TemplateLabels, content: TemplateContent): Promise<TemplateRow> =>
  db.one(
    db
      .update('trip_templates', { ...toLabelColumns(labels), ...toContentColumns(content) })
      .where('id', '=', id)
      .returning(COLUMNS),
  )

export const removeTemplate = (db: WriteDb, id: string): Promise<unknown> => db.rows(db.remove('trip_templates').where('id', '=', id))

const toLabelColumns = ({ title, description, tags, coverUrl }: TemplateLabels) => ({
  ...{ title, description, tags },
  cover_url: coverUrl,
  search: searchText([title, tags.join(' '), description]),
})

const toContentColumns = (content: TemplateContent) => ({
  stop_count: content.design.stops.length,
  design: JSON.stringify(content.design),
  blocks: JSON.stringify(content.blocks),
  was_synced: content.wasSynced,
  travelers: content.travelers,
  presentation: content.presentation && JSON.stringify(content.presentation),
  base_start_date: content.baseStartDate,
})
