import type { Selectable } from 'kysely'
import { toInstant } from '../../db/instant.ts'
import type { Tables } from '../../db/tables.generated.ts'
import type { ReadDb } from '../../db/tenant.ts'
import type { EntityKind } from './entity.ts'

const COLUMNS = ['id', 'key', 'name', 'kinds', 'icon', 'created_at'] as const

export const toFeature = (row: Pick<Selectable<Tables['catalog_features']>, (typeof COLUMNS)[number]>) => ({
  object: 'catalog_feature' as const,
  id: row.id,
  key: row.key,
  name: row.name,
  kinds: row.kinds as EntityKind[],
  icon: row.icon,
  createdAt: toInstant(row.created_at),
})

export const selectFeatures = (db: ReadDb) => db.from('catalog_features').select(COLUMNS)
