import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { operatorWrite } from '../../src/db/operator-write.ts'
import { queueMail } from '../../src/domain/mail/index.ts'
import { populate } from '../contract/fixtures.ts'
import { newDocument } from '../harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

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

const MAIL = {
  kind: 'webhook_endpoint_off',
  aboutId: randomUUIDv7(),
  to: 'ana@agency.example',
  subject: 'Hola',
  text: '',
  html: '',
} as const

/** Two agencies with at least one row each in every table that has an owner. */
export async function twoAgencies(): Promise<TwoAgencies> {
  const world = await newWorld()
  const [mine, theirs] = [await world.newAgency(), await world.newAgency()]
  for (const agency of [mine, theirs]) {
    await populate(agency)
    await agency.api('POST /v1/trips', { body: { title: 'Trip' }, headers: { 'Idempotency-Key': 'fill' } })
    const { id } = await agency.newTrip()
    await agency.publish()
    // a burst that is not over, and something that is not published yet
    await agency.api(`PATCH /v1/trips/${id}`, { body: { title: 'Edited' } })
    await agency.publish()
    await agency.newTrip()
    await agency.api(`DELETE /v1/documents/${(await newDocument(agency)).id}`)
    await operatorWrite(world.app.writer, agency.id, (db) => queueMail(db, MAIL))
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
