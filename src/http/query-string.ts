import type { TObject } from 'typebox'
import type { FieldError } from '../operations/problem.ts'

type Member = { type?: string | string[]; enum?: unknown[] }

export interface ReadQuery {
  query: Record<string, unknown>
  mistakes: FieldError[]
}

/**
 * A query string as the members that a schema names: numbers and booleans read from their text, `a,b` as a list, `metadata[key]=value`
 * gathered into an object. What can't be read stays text, for the schema to refuse; a name given twice is a mistake.
 */
export function readQuery(text: string, schema: TObject): ReadQuery {
  if (text === '') return { query: {}, mistakes: [] }
  const members = schema.properties as Record<string, Member>
  const found = new Map<string, unknown>()
  const mistakes: FieldError[] = []
  const twice = (path: string) => mistakes.push({ path, message: 'is given more than once' })
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const decoded = decodePair(pair)
    if (!decoded) {
      mistakes.push({ path: '', message: 'has a query string that is not valid percent-encoded UTF-8' })
      continue
    }
    const [name, value] = decoded
    const [, owner, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? []
    if (owner === undefined || key === undefined || members[owner]?.type !== 'object') {
      if (found.has(name)) twice(name)
      else found.set(name, coerce(value, members[name]))
      continue
    }
    const object = found.get(owner) ?? new Map<string, string>()
    if (!(object instanceof Map)) twice(owner)
    else if (object.has(key)) twice(name)
    else found.set(owner, object.set(key, value))
  }
  const query = Object.fromEntries([...found].map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value]))
  return { query, mistakes }
}

function decodePair(pair: string): [string, string] | undefined {
  const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
  try {
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
  } catch {
    return undefined
  }
}

function coerce(text: string, member: Member | undefined): unknown {
  const type = member?.type
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'array') return text.split(',')
  return text
}
