import type pg from 'pg'
import { OPERATIONS } from '../../src/catalogue.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'
import { blockOperations } from '../undo/block-operations.ts'

export interface TwoAgencies {
  world: World
  mine: TestAgency
  theirs: TestAgency
  tables: TenantTable[]
}

export interface TenantTable {
  name: string
  /** The column that says whose row it is. */
  owner: string
}

/** Two agencies with at least one row each in every table that has an owner. */
export async function twoAgencies(): Promise<TwoAgencies> {
  const world = await newWorld([...OPERATIONS, ...blockOperations])
  const [mine, theirs] = [await world.newAgency(), await world.newAgency()]
  for (const { api } of [mine, theirs]) {
    const { body } = await api('POST /v1/trips', { body: { title: 'Trip' }, headers: { 'Idempotency-Key': 'fill' } })
    const { body: parent } = await api(`POST /v1/trips/${body.id}/test-blocks`, { body: { parentId: null, afterId: null, data: {} } })
    await api(`POST /v1/trips/${body.id}/test-blocks`, { body: { parentId: parent.id, afterId: null, data: {} } })
    await api('POST /v1/trips', { body: { title: 'Another', metadata: { k: 'v' } } })
    const { body: archived } = await api('POST /v1/trips', { body: { title: 'Archived' } })
    await api(`DELETE /v1/trips/${archived.id}`)
  }
  return { world, mine, theirs, tables: await tenantTables(world.admin) }
}

/** From the database itself, so that a new table can't be forgotten. Partitions are behind their parent. */
async function tenantTables(admin: pg.Client): Promise<TenantTable[]> {
  const { rows } = await admin.query(`
    select c.relname as name, case when c.relname = 'agencies' then 'id' else 'agency_id' end as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (a.attname = 'agency_id' or c.relname = 'agencies' and a.attname = 'id')
    order by 1`)
  return rows
}

/** All rows of an agency, as text: equal before and after is untouched. */
export async function rowsOf(admin: pg.Client, { name, owner }: TenantTable, agencyId: string): Promise<string[]> {
  const { rows } = await admin.query(`select to_jsonb(t)::text as text from ${name} t where ${owner} = $1 order by 1`, [agencyId])
  return rows.map(({ text }) => text)
}
