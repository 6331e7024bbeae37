import type { TSchema } from 'typebox'
import type { Input } from '../operations/input.ts'
import { isWrite, type Operation } from '../operations/operation.ts'
import type { FieldError } from '../operations/problem.ts'

type Part = 'params' | 'query' | 'body'

/** Where each argument of a tool belongs; its keys are the names of all arguments but the two of every write. */
export type Places = ReadonlyMap<string, Part>

const DRY_RUN = {
  type: 'boolean',
  default: false,
  description: 'Does everything but write: the result previews what the call would do.',
}
const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Makes a retry safe: within 24 hours the same call with the same key gets the first result again. Take a new one for each new intent.',
}
const OF_WRITES = { dryRun: DRY_RUN, idempotencyKey: IDEMPOTENCY_KEY }

const partsOf = (operation: Operation) =>
  [['params', operation.params], ['query', operation.query], ...(operation.body ? [['body', operation.body] as const] : [])] as const

/** Refuses an operation whose path, query and body name the same thing: as one flat object they could not be told apart. */
export function placesOf(operation: Operation): Places {
  const places = new Map<string, Part>()
  for (const [part, schema] of partsOf(operation)) {
    for (const name of Object.keys(schema.properties)) {
      if (places.has(name) || isOfWrites(operation, name)) throw new Error(`${operation.id} has two arguments named "${name}"`)
      places.set(name, part)
    }
  }
  return places
}

/** The three parts as one flat object. `descriptions` are for members whose schema has none of its own. */
export function inputSchemaOf(operation: Operation, descriptions: ReadonlyMap<string, string>) {
  const parts = partsOf(operation).map(([, schema]) => schema)
  const members = parts.flatMap((schema) => Object.entries(schema.properties as Record<string, TSchema & { description?: string }>))
  const described = members.map(([name, schema]) => {
    const description = schema.description ?? descriptions.get(name)
    return [name, description === undefined ? schema : { ...schema, description }] as const
  })
  const required = parts.flatMap((schema) => schema.required ?? [])
  return {
    type: 'object' as const,
    properties: { ...Object.fromEntries(described), ...(isWrite(operation) && OF_WRITES) } as Record<string, object>,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

interface Translated {
  input: Input
  dryRun: boolean
  idempotencyKey: string | undefined
  mistakes: FieldError[]
}

/** The flat arguments as the road takes them; what can't be placed is a mistake, told together with those of the schemas. */
export function readArguments(operation: Operation, places: Places, given: Record<string, unknown>): Translated {
  const parts: Record<Part, Record<string, unknown>> = { params: {}, query: {}, body: {} }
  const mistakes: FieldError[] = []
  for (const [name, value] of Object.entries(given)) {
    const place = places.get(name)
    if (place) parts[place][name] = value
    else if (!isOfWrites(operation, name)) mistakes.push({ path: name, message: 'is not a known field' })
  }
  const { dryRun, idempotencyKey } = isWrite(operation) ? given : {}
  if (dryRun !== undefined && typeof dryRun !== 'boolean') mistakes.push({ path: 'dryRun', message: 'must be true or false' })
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string') mistakes.push({ path: 'idempotencyKey', message: 'must be text' })
  return {
    input: { params: parts.params, query: parts.query, body: operation.body && parts.body },
    dryRun: dryRun === true,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    mistakes,
  }
}

const isOfWrites = (operation: Operation, name: string): boolean => isWrite(operation) && Object.hasOwn(OF_WRITES, name)
