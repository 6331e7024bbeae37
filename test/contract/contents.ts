import pg from 'pg'

const { escapeIdentifier } = pg

/** Written in the background at any time, and nobody's data. */
const NOT_COMPARED = ['api_key_usage']

/** What every table holds, as a count and a hash of its rows: two equal answers mean that nothing was written. */
export async function contentsOf(admin: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
       and c.relname <> all ($1) order by 1`,
    [NOT_COMPARED],
  )
  const selects = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as contents from ${name} t`,
  )
  const { rows } = await admin.query<{ name: string; contents: string }>(selects.join(' union all '))
  return Object.fromEntries(rows.map(({ name, contents }) => [name, contents]))
}

/** The rows of an agency in every captured table, without the columns that no undo turns back. */
export async function capturedRows(admin: pg.Client, agencyId: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await admin.query<{ table_name: string; columns: string[] }>(
    `select table_name, array_agg(attname::text order by attnum) as columns
     from captured_tables join pg_attribute on attrelid = table_name::regclass and attnum > 0 and not attisdropped
     where (table_name, attname) not in (select table_name, column_name from captured_columns where policy in ('derived', 'secret', 'counter'))
     group by table_name order by table_name`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { table_name, columns } of tables) {
    const found = await admin.query(
      `select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(table_name)} where agency_id = $1 order by id`,
      [agencyId],
    )
    rows[table_name] = found.rows
  }
  return rows
}
