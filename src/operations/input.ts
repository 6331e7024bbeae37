import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Operation } from './operation.ts'
import { type FieldError, Problem } from './problem.ts'

Settings.Set({ maxErrors: 100 })

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

/** Checks all parts of the input against the operation and reports every mistake at once. */
export function checkInput(operation: Operation, input: Input): void {
  const errors = [
    ...mistakes(operation.params, input.params),
    ...mistakes(operation.query, input.query),
    ...(operation.body
      ? mistakes(operation.body, input.body)
      : input.body === undefined || isEmptyObject(input.body)
        ? []
        : [{ path: '', message: 'takes no body' }]),
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
  if (unstorable) return [unstorable]
  const validator = validatorOf(schema)
  if (validator.Check(value)) return []
  const errors = validator.Errors(value).flatMap(toFieldErrors)
  const byPlace = new Map(errors.map((error) => [`${error.path} ${error.message}`, error]))
  return byPlace.size > 0 ? [...byPlace.values()] : [{ path: '', message: 'does not match the schema' }]
}

const isEmptyObject = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

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

/** What no field could hold: the database takes no NUL and no half of a character, JSON numbers have 53 bits. */
function findUnstorable(value: unknown, path = '', depth = 0): FieldError | undefined {
  if (typeof value === 'string') return unstorableText(value, path)
  if (typeof value === 'number') {
    return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? undefined
      : { path, message: 'must be a number within ±9007199254740991' }
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === MAX_DEPTH) return { path: '', message: `may be nested at most ${MAX_DEPTH} levels deep` }
  const isArray = Array.isArray(value)
  for (const [key, member] of Object.entries(value)) {
    const at = isArray ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const found = (isArray ? undefined : unstorableText(key, path)) ?? findUnstorable(member, at, depth + 1)
    if (found) return found
  }
  return undefined
}

function unstorableText(text: string, path: string): FieldError | undefined {
  if (text.includes('\0')) return { path, message: 'must not contain NUL characters' }
  return text.isWellFormed() ? undefined : { path, message: 'must be well-formed Unicode' }
}
