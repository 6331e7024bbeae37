import fc, { type Arbitrary } from 'fast-check'

interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  minProperties?: number
  maxProperties?: number
}

const SOME = 5

/** Values that a schema takes. `ids` are ids that mean something, tried where one is asked for. */
export function valuesOf(schema: object, ids: readonly string[]): Arbitrary<unknown> {
  const of = (part: Schema): Arbitrary<unknown> => {
    if (part.const !== undefined) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    const union = part.anyOf ?? part.oneOf
    if (union) return fc.oneof(...union.map(of))
    if (Array.isArray(part.type)) return fc.oneof(...part.type.map((type) => of({ ...part, type })))
    switch (part.type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.integer({ min: lowest(part, 1), max: highest(part, 1) })
      case 'number':
        return fc.double({ min: lowest(part, 0.01), max: highest(part, 0.01), noNaN: true })
      case 'string':
        return texts(part, ids)
      case 'array':
        return lists(part, of)
      case 'object':
        return part.properties || !part.patternProperties ? objects(part, of) : records(part, of)
      case undefined:
        return fc.jsonValue({ maxDepth: 3 })
    }
    throw new Error(`There are no values yet for ${JSON.stringify(part)}: teach this file.`)
  }
  return of(schema)
}

const lowest = (part: Schema, step: number) => part.minimum ?? (part.exclusiveMinimum === undefined ? -1000 : part.exclusiveMinimum + step)
const highest = (part: Schema, step: number) => part.maximum ?? (part.exclusiveMaximum === undefined ? 1000 : part.exclusiveMaximum - step)

const year = fc.integer({ min: 1, max: 9999 })
const date = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 2025, max: 2030 }) }, year),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map((parts) => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-'))
const timeOfDay = fc.integer({ min: 0, max: 86_399_999 }).map((ms) => new Date(ms).toISOString().slice(11, 23))
const FORMATS: Record<string, Arbitrary<string>> = {
  date,
  'date-time': fc.tuple(date, timeOfDay, fc.constantFrom('Z', '+02:00', '-11:30')).map(([day, time, zone]) => `${day}T${time}${zone}`),
  uri: fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true, withFragments: true }),
  email: fc.emailAddress(),
}

function texts(
  { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
  ids: readonly string[],
): Arbitrary<string> {
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format) {
    const known = FORMATS[format]
    if (!known) throw new Error(`There are no values yet of the format ${format}: teach this file.`)
    return known.filter(fits)
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  const short = { minLength, maxLength: Math.min(maxLength, minLength + 40) }
  const any = (unit: 'grapheme' | 'binary') => fc.string({ ...short, unit }).map((text) => text.replaceAll('\0', '0'))
  const longest = Number.isFinite(maxLength) ? [fc.constant('x'.repeat(maxLength))] : []
  return fc.oneof(any('grapheme'), any('grapheme'), any('binary'), ...longest).filter(fits)
}

function lists({ items = {}, minItems = 0, maxItems = SOME, uniqueItems }: Schema, of: (part: Schema) => Arbitrary<unknown>) {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, SOME)) }
  return uniqueItems ? fc.uniqueArray(of(items), { ...bounds, selector: (item) => JSON.stringify(item) }) : fc.array(of(items), bounds)
}

const objects = ({ properties = {}, required = [] }: Schema, of: (part: Schema) => Arbitrary<unknown>) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, of(member)])), {
    requiredKeys: required,
    noNullPrototype: true,
  } as object)

function records({ patternProperties = {}, minProperties = 0, maxProperties = SOME }: Schema, of: (part: Schema) => Arbitrary<unknown>) {
  const [[pattern, member] = ['', {}]] = Object.entries(patternProperties)
  const names = fc.oneof(
    fc.stringMatching(new RegExp(pattern)),
    fc.constantFrom('__proto__', 'constructor').filter((name) => new RegExp(pattern).test(name)),
  )
  return fc
    .uniqueArray(fc.tuple(names, of(member)), {
      selector: ([name]) => name,
      minLength: minProperties,
      maxLength: Math.max(minProperties, Math.min(maxProperties, SOME)),
    })
    .map((entries) => Object.fromEntries(entries))
}
