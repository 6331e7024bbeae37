import type pg from 'pg'

const COLUMNS = `
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type,
    a.attnotnull as required, a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

/** How a column's value looks in TypeScript: dates, times and exact numbers stay text. */
const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bigint: 'string',
  date: 'string',
  numeric: 'string',
  'timestamp with time zone': 'string',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'ColumnType<unknown, string, string>',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
}

interface Column {
  table_name: string
  column_name: string
  type: string
  required: boolean
  has_default: boolean
  generated: boolean
}

/** The tables of a migrated database, as Kysely reads them. */
export async function tableTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  return [
    '// Made from the migrations by `npm run generate`.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    'export interface Tables {',
    ...[...tables].map(
      ([name, columns]) => `  ${name}: {\n${columns.map((column) => `    ${column.column_name}: ${typeOf(column)}\n`).join('')}  }`,
    ),
    '}',
    '',
  ].join('\n')
}

function typeOf(column: Column): string {
  const plain = TYPES[column.type]
  if (!plain)
    throw new Error(
      `${column.table_name}.${column.column_name} has the type ${column.type}, which tools/generate/table-types.ts does not know`,
    )
  const type = column.required
    ? plain
    : plain.startsWith('ColumnType')
      ? 'ColumnType<unknown, string | null, string | null>'
      : `${plain} | null`
  if (column.generated) return `GeneratedAlways<${type}>`
  return column.has_default && !plain.startsWith('ColumnType') ? `Generated<${type}>` : type
}
