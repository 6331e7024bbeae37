import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Operation } from './operation.ts'
import { type FieldError, Problem } from './problem.ts'

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
  const refused = validator.Errors(value).flatMap(toFieldErrors)
  const errors = [...unstorable, ...refused.filter(({ path }) => !told.has(path))]
  const byPlace = new Map(errors.map((error) => [`${error.path} ${error.message}`, error]))
  return byPlace.size > 0 ? [...byPlace.values()] : [{ path: '', message: 'does not match the schema' }]
}

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
