import { openApiDocument } from '../http/openapi.ts'
import type { Catalogue } from '../operations/operation.ts'

type Json = Record<string, unknown>
type OutputSchema = { type: 'object' } & Json

interface DocumentedOperation {
  operationId: string
  parameters: { name: string; description?: string }[]
  responses: Record<string, { content?: { 'application/json'?: { schema: Json } } }>
  'x-problems': string[]
}

export interface Documented {
  /** What a result may be: the answer, the preview of a dry run, or a problem. */
  output: OutputSchema
  /** What path and query members mean, where the documents say more than their schemas. */
  descriptions: Map<string, string>
}

/** The shapes that the OpenAPI document names, as each tool's own schema: nothing is described twice. */
export function documentedOperations(catalogue: Catalogue): Map<string, Documented> {
  const { paths, components } = openApiDocument(catalogue)
  const shapes = components.schemas as Record<string, Json>
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods)) as DocumentedOperation[]
  return new Map(
    operations.map(({ operationId, parameters, responses, 'x-problems': codes }) => {
      const answers = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content }]): Json[] => (content?.['application/json'] ? [content['application/json'].schema] : []))
      const told = parameters.flatMap(({ name, description }) => (description === undefined ? [] : [[name, description] as const]))
      return [operationId, { output: outputSchema(answers, codes, shapes), descriptions: new Map(told) }]
    }),
  )
}

/** Clients check refusals against the schema too, so a problem is one of the things that it admits. */
function outputSchema(answers: Json[], codes: string[], shapes: Record<string, Json>): OutputSchema {
  const used: Record<string, unknown> = {}
  const admitted = answers.flatMap(alternatives).map((schema) => withOwnShapes(schema, shapes, used))
  return { type: 'object', anyOf: [...admitted, problemOf(codes, shapes.Problem as Json)], $defs: used }
}

/** Which problems: those of this operation. */
function problemOf(codes: string[], problem: Json): Json {
  const properties = problem.properties as Record<string, Json>
  return { ...problem, properties: { ...properties, code: { ...properties.code, enum: codes } } }
}

const alternatives = (schema: Json): Json[] => (schema.oneOf as Json[] | undefined) ?? [schema]

/** The schema with its references leading to `$defs`, where every shape that it needs is put. */
function withOwnShapes(schema: unknown, shapes: Record<string, Json>, used: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((member) => withOwnShapes(member, shapes, used))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    if (!(name in used)) {
      used[name] = true
      used[name] = withOwnShapes(shapes[name], shapes, used)
    }
    return { $ref: `#/$defs/${name}` }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, withOwnShapes(member, shapes, used)]))
}
