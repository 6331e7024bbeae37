import { channel } from 'node:diagnostics_channel'
import pg from 'pg'
import { NamedQuery } from './named-query.ts'
import { statementNames } from './statement-names.ts'

// Dates and times stay text: they are formatted in one place (instant.ts), never by a time zone of this machine.
const AS_TEXT = [pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.NUMERIC]
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (AS_TEXT.includes(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text')),
}

/** Publishes the text of every statement, for whoever counts or traces them. */
export const statements = channel('travesia:statement')

const nameOf = statementNames('s')

class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads of query are not expressible here
  override query(...args: any[]): any {
    const [text, values] = args
    if (statements.hasSubscribers) statements.publish(typeof text === 'string' ? text : text.text)
    if (typeof text !== 'string') return super.query(...(args as [string]))
    if (!Array.isArray(values) || values.length === 0) return super.query(...(args as [string]))
    const name = nameOf(text)
    if (!name) return super.query({ text, values }, ...args.slice(2))
    const [, , callback] = args
    if (callback) return super.query(new NamedQuery({ text, values, name }, callback) as never)
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result))
      super.query(new NamedQuery({ text, values, name }, settle) as never)
    })
  }
}

/** Tells a process's connections from those of others, which may still need the embedded server. */
export const APPLICATION_NAME = `travesia ${process.pid}`

export type ConnectionConfig = Pick<pg.ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'>

export function openPool(config: ConnectionConfig, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max,
    types,
    Client: NamingClient as unknown as new () => pg.ClientBase,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  } as pg.PoolConfig)
  // nobody listens to a connection that is in use: its query is rejected anyway, and the process must not end of it
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  // an idle connection that breaks is simply replaced; whoever needs one learns of it then
  pool.on('error', () => {})
  return pool
}

export const openClient = (config: ConnectionConfig): pg.Client =>
  new NamingClient({ ...config, types, application_name: APPLICATION_NAME })
