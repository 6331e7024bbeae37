import type { ParseArgsConfig } from 'node:util'
import type pg from 'pg'
import { openPool } from '../db/client.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** A mistake of the person at the keyboard: one clear line, no stack. */
export class UsageError extends Error {}

type Values = Record<string, string | boolean | undefined>

export interface Command {
  /** As it is typed: `key create`. */
  name: string
  usage: string
  does: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Names of what follows the options. */
  operands?: string[]
  run(given: { settings: Settings; values: Values; operands: string[] }): Promise<unknown>
  /** A result that is told, and is still bad news for whoever asked. */
  failed?: (result: never) => string | undefined
  /** The result for people; `--json` prints the value itself. */
  show(result: never): string
}

export interface Operator {
  database: Database
  reader: pg.Pool
  writer: pg.Pool
}

/** The database for the length of one command, whether the server runs or not. */
export async function asOperator<T>(settings: Settings, use: (operator: Operator) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings, openSecret(settings))
  try {
    await database.migrate()
    const reader = openPool(database.reader, 1)
    const writer = openPool(database.writer, 1)
    try {
      return await use({ database, reader, writer })
    } finally {
      await Promise.all([reader.end(), writer.end()])
    }
  } finally {
    await database.stop()
  }
}

export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new UsageError(`--${name} is missing`)
}

export function optional<T>(values: Values, name: string, parse: (text: string) => T | undefined, expected: string): T | undefined {
  const value = values[name]
  if (typeof value !== 'string') return undefined
  const parsed = parse(value)
  if (parsed === undefined) throw new UsageError(`--${name} must be ${expected}`)
  return parsed
}

export const oneOf =
  <const V extends readonly string[]>(values: V) =>
  (text: string): V[number] | undefined =>
    values.find((value) => value === text)

export function asId(text: string | undefined, what: string): string {
  if (text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
  throw new UsageError(`${what} must be an id`)
}

/** A table for the terminal; empty lists say so. */
export function table(rows: Record<string, unknown>[], empty: string): string {
  const [first] = rows
  if (!first) return empty
  const names = Object.keys(first)
  const cells = [names, ...rows.map((row) => names.map((name) => [row[name] ?? '–'].flat().join(',')))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => (line[column] as string).length)))
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
