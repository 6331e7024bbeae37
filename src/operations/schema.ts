import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Format } from 'typebox/format'

export const NAME = Symbol('the name of a shape in the documents')

/** The named shape that a nullable member is otherwise: in the documents, a choice between the two. */
export const NULL_OR = Symbol('what it is, unless null')

/** The member that tells the shapes of a union apart. */
export const TOLD_BY = Symbol('the member that tells which shape is meant')

/** An object of exactly these members: an unknown one is an error, never ignored. */
export const Shape = <P extends TProperties>(properties: P, options: Record<string, unknown> = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** A shape that the documents show once, under its name. */
export function named<T extends TSchema>(name: string, schema: T): T {
  Object.defineProperty(schema, NAME, { value: name })
  return schema
}

type Typed = { type?: string | string[]; enum?: unknown[] }

/** `type: [..., 'null']` rather than a union: checked and written faster, and read more easily. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as Typed
  const nullable = {
    ...schema,
    type: [type, 'null'].flat(),
    ...(values && { enum: [...values, null] }),
    ...(NAME in schema && { [NULL_OR]: schema }),
  }
  return Type.Unsafe<Static<T> | null>(nullable)
}

export const OneOf = <const V extends readonly string[]>(values: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })

/** Exactly one of several shapes, told apart by a constant member; what is wrong is told of the shape that was meant. */
export function OneOfShapes<const T extends readonly TObject[]>(member: string, shapes: T) {
  return Type.Unsafe<Static<T[number]>>({ anyOf: [...shapes], [TOLD_BY]: member })
}

/** A constant member, as `object: 'trip'`. */
export const Kind = <const V extends string>(value: V) => Type.Unsafe<V>({ type: 'string', const: value })

export const Uuid = (options: Record<string, unknown> = {}) => Type.String({ format: 'uuid', ...options })
export const Timestamp = (options: Record<string, unknown> = {}) => Type.String({ format: 'date-time', ...options })
export const CalendarDate = (options: Record<string, unknown> = {}) => Type.String({ format: 'date', ...options })
export const TimeOfDay = (options: Record<string, unknown> = {}) =>
  Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', description: 'Local time, `HH:MM`.', ...options })
export const IanaTimeZone = (options: Record<string, unknown> = {}) =>
  Type.String({ format: 'time-zone', maxLength: 64, description: 'As `Europe/Madrid`.', ...options })
export const WebAddress = (options: Record<string, unknown> = {}) => Type.String({ format: 'uri', maxLength: 2000, ...options })

const METADATA_KEY = '^[A-Za-z0-9_.-]{1,40}$'
export const Metadata = <V extends TSchema>(value: V, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Record<string, Static<V>>>({
    type: 'object',
    patternProperties: { [METADATA_KEY]: value },
    additionalProperties: false,
    ...options,
  })
export const MetadataValue = Type.String({ maxLength: 500 })

// PostgreSQL reads every instant and date that passes these.
const INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/

const isDate = (text: string) => DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
export const isInstant = (text: string): boolean => INSTANT.test(text) && isDate(text.slice(0, 10))
export const isUuid = (text: string): boolean => Format.Test('uuid', text)
Format.Set('date-time', isInstant)
Format.Set('date', isDate)
Format.Set('time-zone', (text) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(text)
  } catch {
    return false
  }
})
/** An address that a page may link to: http or https, and nobody's password in it. */
Format.Set('uri', (text) => {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
})
