import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Operation } from './operation.ts'
import { type FieldError, Problem } from './problem.ts'
import { TOLD_BY } from './schema.ts'

const MAX_ERRORS = 100
Settings.Set({ maxErrors: MAX_ERRORS })

const MAX_DEPTH = 64
const validators = new WeakMap<TSchema, Validator>()

/** Compiled at first use: compiling ninety operations at start would cost a second. */
function validatorOf(schema: TSchema): Validator {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator
}

export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** Checks all parts of the input against the operation and reports every mistake at once, with those found before. */
export function checkInput(operation: Operation, { params, query, body }: Input, found: FieldError[] = []): void {
  const errors = [
    ...found,
    ...mistakes(operation.params, params),
    ...mistakes(operation.query, query),
    ...(operation.body ? mistakes(operation.body, body) : takesNoBody(body)),
  ]
  if (errors.length > 0) throw invalid(errors)
}

export function invalid(errors: FieldError[]): Problem {
  const detail = errors.map(({ path, message }) => (path === '' ? `The request ${message}.` : `${path} ${message}.`))
  return new Problem('invalid_request', {
    detail: detail.length > 3 ? `${detail.slice(0, 3).join(' ')} And ${detail.length - 3} more.` : detail.join(' '),
    errors,
  })
}

export function mistakes(schema: TSchema, value: unknown): FieldError[] {
  const unstorable = findUnstorable(value)
  if (unstorable.some(({ message }) => message === TOO_DEEP)) return unstorable
  const validator = validatorOf(schema)
  if (validator.Check(value)) return unstorable
  const told = new Set(unstorable.map(({ path }) => path))
  const refused = [...validatorOf(loosened(schema)).Errors(value).flatMap(toFieldErrors), ...unionMistakes(schema, value, '')]
  const errors = [...unstorable, ...refused.filter(({ path }) => !told.has(path))]
  const byPlace = new Map(errors.map((error) => [`${error.path} ${error.message}`, error]))
  return byPlace.size > 0 ? [...byPlace.values()] : [{ path: '', message: 'does not match the schema' }]
}

const loose = new WeakMap<TSchema, TSchema>()

/** The schema with anything in place of its unions of shapes: what is wrong there is told of the shape that was meant. */
function loosened(schema: TSchema): TSchema {
  let looser = loose.get(schema)
  if (!looser) {
    looser = withoutUnions(schema) as TSchema
    loose.set(schema, looser)
  }
  return looser
}

function withoutUnions(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(withoutUnions)
  if (TOLD_BY in schema) return {}
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, withoutUnions(member)]))
}

function unionMistakes(schema: TSchema, value: unknown, path: string): FieldError[] {
  const { [TOLD_BY]: member, anyOf, items, properties } = schema as UnionSchema
  if (typeof value !== 'object' || value === null)
    return member === undefined || value === undefined ? [] : [{ path, message: 'must be object' }]
  if (member !== undefined) return shapeMistakes(anyOf, member, value as Record<string, unknown>, path)
  if (Array.isArray(value)) return items ? value.flatMap((item, index) => unionMistakes(items, item, `${path}[${index}]`)) : []
  return Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    unionMistakes(inner, (value as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  )
}

interface UnionSchema {
  [TOLD_BY]?: string
  anyOf: TObject[]
  items?: TSchema
  properties?: Record<string, TSchema>
}

function shapeMistakes(shapes: TObject[], member: string, value: Record<string, unknown>, path: string): FieldError[] {
  const kinds = shapes.map((shape) => (shape.properties[member] as { const?: string }).const)
  const meant = shapes[kinds.indexOf(value[member] as string)]
  if (!meant) return [{ path: `${path}.${member}`, message: `must be one of ${kinds.join(', ')}` }]
  return mistakes(meant, value).map((mistake) => ({ ...mistake, path: within(path, mistake.path) }))
}

/** The path of a member of what stands at a path. */
export const within = (path: string, member: string): string =>
  path === '' || member === '' || member.startsWith('[') ? path + member : `${path}.${member}`

/** An empty object counts as none: some clients always send one. */
function takesNoBody(body: unknown): FieldError[] {
  const isEmpty =
    body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0)
  return isEmpty ? [] : [{ path: '', message: 'takes no body' }]
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

function toFieldErrors({ keyword, instancePath, params, message }: SchemaError): FieldError[] {
  const path = fieldPath(instancePath)
  const member = (name: string) => (path === '' ? name : `${path}.${name}`)
  switch (keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map((name) => ({ path: member(name), message: 'is required' }))
    case 'additionalProperties':
      return (params.additionalProperties as string[]).map((name) => ({ path: member(name), message: 'is not a known field' }))
    case 'boolean':
      // an unknown member is reported by its parent already
      return []
    case 'enum':
      return [{ path, message: `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}` }]
    case 'format':
      return [{ path, message: FORMAT_MESSAGES[params.format as string] ?? message }]
    case 'pattern':
      return [{ path, message: `must match ${params.pattern}` }]
    default:
      return [{ path, message: message.replace(/\.$/, '') }]
  }
}

const FORMAT_MESSAGES: Record<string, string> = {
  uuid: 'must be a UUID',
  date: 'must be a date, YYYY-MM-DD',
  'date-time': 'must be an RFC 3339 timestamp, like 2026-09-26T10:00:00Z',
  'time-zone': 'must be an IANA time zone, like Europe/Madrid',
  uri: 'must be an http or https address without credentials',
  email: 'must be an email address',
}

/** `/design/stops/2/nights` is `design.stops[2].nights`. */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '')
}

const TOO_DEEP = `may be nested at most ${MAX_DEPTH} levels deep`

/** What no field could hold: the database takes no NUL and no half of a character, JSON numbers have 53 bits. */
function findUnstorable(value: unknown, path = '', depth = 0): FieldError[] {
  if (typeof value === 'string') return unstorableText(value, path)
  if (typeof value === 'number') {
    return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? []
      : [{ path, message: 'must be a number within ±9007199254740991' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth === MAX_DEPTH) return [{ path: '', message: TOO_DEEP }]
  const isArray = Array.isArray(value)
  const found: FieldError[] = []
  for (const [key, member] of Object.entries(value)) {
    const at = isArray ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (!isArray) found.push(...unstorableText(key, path))
    found.push(...findUnstorable(member, at, depth + 1))
    if (found.length >= MAX_ERRORS) break
  }
  return found
}

function unstorableText(text: string, path: string): FieldError[] {
  if (text.includes('\0')) return [{ path, message: 'must not contain NUL characters' }]
  return text.isWellFormed() ? [] : [{ path, message: 'must be well-formed Unicode' }]
}
