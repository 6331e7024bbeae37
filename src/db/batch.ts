import pg from 'pg'
import { statementNames } from './statement-names.ts'

/** A statement, and its values as pg takes them. */
export interface Part {
  text: string
  values?: readonly unknown[] | undefined
}

interface Result {
  rows: Record<string, unknown>[]
  addFields(fields: unknown[]): void
  addCommandComplete(message: object): void
}

interface Connection {
  stream: { cork(): void; uncork(): void }
  close(message: { type: 'S'; name: string }): void
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly unknown[] }): void
  describe(message: { type: 'P' }): void
  execute(message: object): void
  sync(): void
}

type Shape = object

/** What each connection has prepared, by text, and what it answers with. */
const prepared = new WeakMap<Connection, Map<string, Shape>>()
const nameOf = statementNames('batch')
const UNNAMED = ''

// biome-ignore lint/suspicious/noExplicitAny: pg's types leave out how values become what goes over the wire
const onTheWire = (pg as any).utils.prepareValue as (value: unknown) => string | Buffer | null

/**
 * Prepared statements that travel together: all of them are sent before the first answers, and what follows one that fails
 * is skipped. Sent as text in one message they would be parsed and planned every time, a tenth of a write's cost in the
 * database. It leans on pg's own fields, as NamedQuery does.
 */
// biome-ignore lint/suspicious/noExplicitAny: pg's types leave out how a query is sent
class Batch extends (pg.Query as any) {
  private readonly parts: { text: string; values: readonly unknown[] }[]
  private readonly done: Result[] = []
  private shapes = new Map<string, Shape>()

  constructor(text: string, parts: Part[], settle: (error: unknown, results: Result[]) => void) {
    super(text, [], settle)
    // before anything is sent, since it may throw
    this.parts = parts.map((part) => ({ text: part.text, values: (part.values ?? []).map((value) => onTheWire(value)) }))
  }

  submit(connection: Connection): null {
    this.shapes = prepared.get(connection) ?? this.shapes
    prepared.set(connection, this.shapes)
    connection.stream.cork()
    for (const { text, values } of this.parts) {
      const name = nameOf(text) ?? UNNAMED
      const isNew = !this.shapes.has(text)
      if (isNew) {
        // an earlier try may have come as far as this and then failed
        connection.close({ type: 'S', name })
        connection.parse({ name, text })
      }
      connection.bind({ statement: name, values })
      if (isNew) connection.describe({ type: 'P' })
      connection.execute({})
    }
    connection.sync()
    connection.stream.uncork()
    this.expectNext()
    return null
  }

  private expectNext(): void {
    const part = this.parts[this.done.length]
    if (part) Object.assign(this._result, this.shapes.get(part.text))
    this._accumulateRows = true
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this._result.addFields(fields)
  }

  handleCommandComplete(message: object): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    const { text } = this.parts[this.done.length] as Part
    if (nameOf(text) !== undefined) this.shapes.set(text, { fields, _parsers, _prebuiltEmptyResultObject })
    this._result.addCommandComplete(message)
    this.done.push(this._result)
    this._result = new this._result.constructor(this._rowMode, this._result._types)
    this.expectNext()
  }

  handleReadyForQuery(connection: Connection): void {
    this._results = this.done
    super.handleReadyForQuery(connection)
  }
}

/** Runs the statements in one round trip, and answers the rows of each. Nothing else may run on the connection meanwhile. */
export function runTogether(client: pg.ClientBase, ...parts: Part[]): Promise<Record<string, unknown>[][]> {
  const text = parts.map((part) => part.text).join('; ')
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, results: Result[]) => (error ? reject(error) : resolve(results.map(({ rows }) => rows)))
    client.query(new Batch(text, parts, settle) as never)
  })
}
