import type { TObject } from 'typebox'
import { invalid } from '../operations/input.ts'
import type { FieldError } from '../operations/problem.ts'

type Member = { type?: string | string[]; enum?: unknown[] }

/**
 * A query string as the members that a schema names: numbers and booleans read from their text, `metadata[key]=value`
 * gathered into an object. What can't be read stays text, for the schema to refuse; a name given twice is an error.
 */
export function readQuery(text: string, schema: TObject): Record<string, unknown> {
  const members = schema.properties as Record<string, Member>
  const found = new Map<string, unknown>()
  const errors: FieldError[] = []
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name, value] = decodePair(pair)
    const [, owner, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (owner !== undefined && key !== undefined && members[owner]?.type === 'object') {
      const object = (found.get(owner) ?? new Map()) as Map<string, string>
      if (object.has(key)) errors.push({ path: name, message: 'is given more than once' })
      found.set(owner, object.set(key, value))
      continue
    }
    if (found.has(name)) errors.push({ path: name, message: 'is given more than once' })
    found.set(name, coerce(value, members[name]))
  }
  if (errors.length > 0) throw invalid(errors)
  return Object.fromEntries([...found].map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value]))
}

function decodePair(pair: string): [string, string] {
  const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
  try {
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
  } catch {
    throw invalid([{ path: '', message: 'has a query string that is not valid percent-encoded UTF-8' }])
  }
}

function coerce(text: string, member: Member | undefined): unknown {
  const type = member?.type
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
