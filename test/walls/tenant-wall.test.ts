import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWrite, openWrite } from '../../src/db/write.ts'
import { rowsOf, type TenantTable, type TwoAgencies, twoAgencies } from './two-agencies.ts'

let two: TwoAgencies
beforeAll(async () => {
  two = await twoAgencies()
})
afterAll(() => two.world.stop())

/** A write of my agency, as the road opens it, rolled back in the end. */
async function asMe<T>(use: (write: OpenWrite) => Promise<T>): Promise<T> {
  const write = await openWrite(two.world.app.writer, { agencyId: two.mine.id, writeId: randomUUIDv7() })
  try {
    return await use(write)
  } finally {
    await write.rollBack()
  }
}

const raw = (write: OpenWrite, text: string) => write.db.rows(sql<Record<string, unknown>>`${sql.raw(text)}`)

/** Answers the rows that came back, or the code of the refusal. */
const tryRaw = (text: string) => asMe((write) => raw(write, text).catch((error: { code: string }) => error.code))

/** Everything of theirs has to be as it was, whatever was tried. */
async function theirsStays(try_: (table: TenantTable) => Promise<void>): Promise<void> {
  for (const table of two.tables) {
    const before = await rowsOf(two.world.admin, table, two.theirs.id)
    expect([table.name, before.length > 0]).toEqual([table.name, true])
    await try_(table)
    expect([table.name, await rowsOf(two.world.admin, table, two.theirs.id)]).toEqual([table.name, before])
  }
}

test('a write that forgot its filter touches no row of another agency', async () => {
  const write = await openWrite(two.world.app.writer, { agencyId: two.mine.id, writeId: randomUUIDv7() })
  const touched = await raw(write, `update trips set title = 'x' returning agency_id`)
  await write.commit({})
  expect(new Set(touched.map((row) => row.agency_id))).toEqual(new Set([two.mine.id]))
  const { rows } = await two.world.admin.query('select title = $1 as changed, agency_id from trips', ['x'])
  expect(rows.filter(({ changed }) => changed).every(({ agency_id }) => agency_id === two.mine.id)).toBe(true)
  expect(rows.filter(({ agency_id }) => agency_id === two.theirs.id).some(({ changed }) => changed)).toBe(false)
})

test('in every table, a query that forgot its filter sees the rows of its own agency only', () =>
  theirsStays(async ({ name, owner }) => {
    const rows = await tryRaw(`select distinct ${owner} as owner from ${name}`)
    expect([name, rows]).toEqual([name, [{ owner: two.mine.id }]])
  }))

test('in every table, an update of their rows finds none, or is not granted at all', () =>
  theirsStays(async ({ name, owner }) => {
    const answer = await tryRaw(`update ${name} set ${owner} = ${owner} where ${owner} = '${two.theirs.id}' returning ${owner}`)
    expect([name, answer === '42501' || (Array.isArray(answer) && answer.length === 0)]).toEqual([name, true])
  }))

test('in every table, a delete of their rows finds none, or is not granted at all', () =>
  theirsStays(async ({ name, owner }) => {
    const answer = await tryRaw(`delete from ${name} where ${owner} = '${two.theirs.id}' returning ${owner}`)
    expect([name, answer === '42501' || (Array.isArray(answer) && answer.length === 0)]).toEqual([name, true])
  }))

test('in every table, a row made for them raises', () =>
  theirsStays(async ({ name, owner }) => {
    const { rows } = await two.world.admin.query(`select to_jsonb(t) as row from ${name} t where ${owner} = $1 limit 1`, [two.theirs.id])
    const { row } = rows[0]
    const generated = await two.world.admin.query(`select attname from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`, [
      name,
    ])
    for (const { attname } of generated.rows) delete row[attname]
    const columns = Object.keys(row).map(pg.escapeIdentifier).join(', ')
    const copy = JSON.stringify({ ...row, ...('id' in row && owner !== 'id' && { id: randomUUIDv7() }) })
    const refused = await tryRaw(
      `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_record(null::${name}, '${copy.replaceAll("'", "''")}')`,
    )
    expect([name, refused]).toEqual([name, '42501'])
  }))

test('in every table, a row of mine can not be given to them', () =>
  theirsStays(async ({ name, owner }) => {
    const refused = await tryRaw(`update ${name} set ${owner} = '${two.theirs.id}' where ${owner} = '${two.mine.id}'`)
    expect([name, refused]).toEqual([name, '42501'])
  }))

test('without a tenant the writer sees nothing, changes nothing and makes nothing', async () => {
  const { writer } = two.world.app
  for (const { name, owner } of two.tables) {
    expect([name, (await writer.query(`select 1 from ${name}`)).rowCount]).toEqual([name, 0])
    const changed = await writer.query(`update ${name} set ${owner} = ${owner}`).catch((error) => error)
    expect([name, changed.code ?? changed.rowCount]).toEqual([name, changed.code ? '42501' : 0])
  }
  const insert = writer.query(`insert into trip_code_counters (agency_id, year, last) values ($1, 1999, 1)`, [two.mine.id])
  await expect(insert).rejects.toMatchObject({ code: '42501' })
})

test('a connection forgets its tenant with the end of the write', async () => {
  const { writer } = two.world.app
  await asMe(async () => {})
  await two.mine.api('POST /v1/trips', { body: { title: 'Last' } })
  const clients = await Promise.all(Array.from({ length: 5 }, () => writer.connect()))
  try {
    for (const client of clients) {
      expect((await client.query('select current_agency() as agency, current_write() as write')).rows).toEqual([
        { agency: null, write: null },
      ])
      expect((await client.query('select from trips')).rowCount).toBe(0)
    }
  } finally {
    for (const client of clients) client.release()
  }
})

test('a write for an agency that there is not does nothing, not even its first statement', async () => {
  const nobody = { agencyId: randomUUIDv7() as typeof two.mine.id, writeId: randomUUIDv7() }
  const write = await openWrite(two.world.app.writer, nobody)
  await expect(raw(write, `select set_config('travesia.agency_id', '${two.mine.id}', false)`)).rejects.toThrow('has no clock')
  await write.rollBack()
  await expect((await openWrite(two.world.app.writer, nobody)).commit({})).rejects.toThrow('has no clock')
  const clients = await Promise.all(Array.from({ length: 5 }, () => two.world.app.writer.connect()))
  for (const client of clients) {
    expect((await client.query('select current_agency() as agency')).rows).toEqual([{ agency: null }])
    client.release()
  }
})
