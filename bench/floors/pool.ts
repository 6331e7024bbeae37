import pg from 'pg'
import type { ConnectionConfig } from '../../src/db/client.ts'

const TEXT = (text: string) => text
// as text is the fastest that a date can be read
const AS_TEXT: number[] = [pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ]

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (AS_TEXT.includes(oid) ? TEXT : pg.types.getTypeParser(oid, format as 'text')),
}

/** The driver as it comes, and a pool of the size of ours. */
export const barePool = (config: ConnectionConfig): pg.Pool => new pg.Pool({ ...config, max: 10, types })
export const bareClient = (config: ConnectionConfig): pg.Client => new pg.Client({ ...config, types })
