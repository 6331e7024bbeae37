import Type, { type TObject, type TSchema } from 'typebox'
import { type Catalogue, isWrite, type Operation } from '../operations/operation.ts'
import { PROBLEMS, type ProblemCode, ROAD_PROBLEMS, WRITE_PROBLEMS } from '../operations/problem.ts'
import { Kind, NAME, NULL_OR, named, Shape } from '../operations/schema.ts'
import { SCOPES } from '../operations/scopes.ts'
import { describeWebhooks } from './openapi-webhooks.ts'

export const API_VERSION = '2026-09-26'

const ProblemShape = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({ format: 'uri', description: 'The page that explains the code.' }),
      title: Type.String(),
      status: Type.Integer(),
      detail: Type.String({ description: 'What happened, for people.' }),
      code: Type.String({ description: 'What happened, for programs.', enum: Object.keys(PROBLEMS) }),
      requestId: Type.String({ description: 'Also in the header `Request-Id`.' }),
      errors: Type.Optional(
        Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), { description: 'Every mistake of the request at once.' }),
      ),
    },
    { description: 'RFC 9457 problem details.' },
  ),
)

/** What a dry run answers where the operation has no preview of its own. */
const previewShape = (operation: Operation): TSchema =>
  operation.preview ??
  Shape(
    { object: Kind('preview'), operationId: Type.String(), result: operation.returns },
    { description: 'What the write would have answered; nothing was written.' },
  )

/** By the first word of an operation's id; a contract test finds the one without a line here. */
const TAGS: Record<string, string> = {
  me: 'The account behind a key.',
  trips: 'Trips of the agency.',
  itinerary: 'The itinerary of a trip: a tree of sections, days and content.',
  travelers: 'Who travels: the passengers of trips.',
  contact: 'Who booked a trip.',
  templates: 'Saved trips to start others from.',
  library: 'Saved blocks to put into itineraries.',
  catalogEntities: 'The catalog: places in a tree, and the products that hang from them.',
  catalogFeatures: 'What can be said of a catalog entry in one word (rasgos).',
  routes: 'Designs to start trips from.',
  documents: 'Papers of a trip, for staff or for its travelers.',
  documentFolders: 'Folders that the documents of a trip lie in.',
  changes: 'What was written, and how to undo it.',
  webhookEndpoints: 'Addresses that events are delivered to.',
  webhookDeliveries: 'What was sent to an endpoint, and how it went.',
  events: 'What happened in the agency.',
}

/** The whole catalogue as an OpenAPI 3.1 document. `{base_url}` stands for the service's own address. */
export function openApiDocument(catalogue: Catalogue) {
  const schemas: Record<string, unknown> = {}
  const asDocument = (schema: TSchema) => document(schema, schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  const tags = new Set<string>()
  for (const operation of catalogue) {
    const tag = tagOf(operation)
    tags.add(tag)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describeOperation(operation, tag, asDocument) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Travesía',
      version: API_VERSION,
      description:
        'Trip planning for travel agencies. Every operation takes a bearer key; every write takes `Idempotency-Key`, so that a retry is safe, and `dryRun`, so that it can be previewed.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Travesía', url: '{base_url}/docs' },
    },
    servers: [{ url: '{base_url}', description: 'This server.' }],
    security: [{ apiKey: [] }],
    tags: [...tags].map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    webhooks: describeWebhooks(catalogue, asDocument),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `A personal API key (\`trv_live_…\`). Scopes: ${SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
      headers: HEADERS,
      responses: { Problem: problemResponse('Any other refusal.', asDocument) },
      schemas,
    },
  }
}

const tagOf = (operation: Operation): string => operation.id.split('.')[0] as string

function describeOperation(operation: Operation, tag: string, asDocument: (schema: TSchema) => unknown) {
  const writes = isWrite(operation)
  return {
    operationId: operation.id,
    summary: operation.title,
    description: `${operation.describe}${operation.scopesNote ? `\n\n${operation.scopesNote}` : ''}`,
    tags: [tag],
    parameters: [
      ...parametersOf(operation.params, 'path', asDocument),
      ...parametersOf(operation.query, 'query', asDocument),
      ...(writes ? [DRY_RUN, IDEMPOTENCY_KEY] : []),
    ],
    ...(operation.body && {
      requestBody: {
        required: (operation.body.required ?? []).length > 0,
        content: {
          'application/json': {
            schema: asDocument(operation.body),
            ...(operation.example.body !== undefined && { example: operation.example.body }),
          },
        },
      },
    }),
    responses: responsesOf(operation, asDocument),
    'x-kind': operation.kind,
    'x-scopes': operation.scopes,
    'x-cost': operation.cost,
    'x-dry-run': writes,
    'x-undoable': operation.undo !== 'none',
    'x-problems': problemCodes(operation),
    ...(operation.emits.length > 0 && { 'x-events': operation.emits }),
  }
}

/** Everything that an operation may answer: its own refusals and those of the road. */
const problemCodes = (operation: Operation): ProblemCode[] =>
  [...new Set<ProblemCode>([...operation.problems, ...ROAD_PROBLEMS, ...(isWrite(operation) ? WRITE_PROBLEMS : [])])].sort()

function parametersOf(schema: TObject, where: 'path' | 'query', asDocument: (schema: TSchema) => unknown) {
  return Object.entries(schema.properties as Record<string, TSchema & { description?: string; type?: string }>).map(([name, member]) => {
    const { description, ...rest } = asDocument(member) as { description?: string }
    return {
      name,
      in: where,
      required: (schema.required ?? []).includes(name),
      ...((description ?? WELL_KNOWN[name]) && { description: description ?? WELL_KNOWN[name] }),
      ...(member.type === 'object' && { style: 'deepObject', explode: true }),
      ...(member.type === 'array' && { style: 'form', explode: false }),
      schema: rest,
    }
  })
}

const WELL_KNOWN: Record<string, string> = {
  tripId: 'The id of the trip.',
  blockId: 'The id of the block, or its short `ref`.',
  changeId: 'The id of the change, as `Service-Change-Id` told it.',
  endpointId: 'The id of the webhook endpoint.',
  deliveryId: 'The id of the delivery.',
  eventId: 'The id of the event.',
  sort: 'The order; a minus sign puts the newest first.',
}

const DRY_RUN = {
  name: 'dryRun',
  in: 'query',
  required: false,
  description: 'Does everything but write: the answer previews what the write would do.',
  schema: { type: 'boolean', default: false },
}
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a retry safe: within 24 hours the same request with the same key gets the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const HEADERS = {
  'Request-Id': { description: 'Names this request.', schema: { type: 'string' } },
  RateLimit: { description: 'What is left of each budget: `r` units for `t` seconds.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The budgets: `q` units in `w` seconds.', schema: { type: 'string' } },
  'Service-Change-Id': {
    description: 'The change that this write recorded; revert it to undo the write.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Idempotent-Replayed': { description: '`true` when this is the first answer again.', schema: { type: 'string' } },
}

function responsesOf(operation: Operation, asDocument: (schema: TSchema) => unknown) {
  const writes = isWrite(operation)
  const names = [
    'Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    ...(operation.undo === 'none' ? [] : ['Service-Change-Id']),
    ...(writes ? ['Idempotent-Replayed'] : []),
  ]
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  const answer = asDocument(operation.returns)
  const preview = writes ? asDocument(previewShape(operation)) : undefined
  const content = (schema: unknown) => ({ 'application/json': { schema } })
  const refusals = Map.groupBy(problemCodes(operation), (code) => PROBLEMS[code].status)
  return {
    ...(operation.status === 201 && { 201: { description: 'Created.', headers, content: content(answer) } }),
    200: {
      description:
        operation.status === 201 ? 'The preview of a dry run.' : writes ? 'Done; with `dryRun=true`, the preview.' : 'The answer.',
      headers,
      content: content(operation.status === 201 ? preview : preview ? { oneOf: [answer, preview] } : answer),
    },
    ...Object.fromEntries(
      [...refusals].map(([status, codes]) => [
        status,
        problemResponse(codes.map((code) => `\`${code}\`: ${PROBLEMS[code].means}`).join('\n\n'), asDocument),
      ]),
    ),
    default: { $ref: '#/components/responses/Problem' },
  }
}

const problemResponse = (description: string, asDocument: (schema: TSchema) => unknown) => ({
  description,
  headers: { 'Request-Id': { $ref: '#/components/headers/Request-Id' } },
  content: { 'application/problem+json': { schema: asDocument(ProblemShape) } },
})

/** The schema as plain JSON, with every named shape written once under components. */
function document(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((member) => document(member, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { [NAME]: name, [NULL_OR]: otherwise } = schema as { [NAME]?: string; [NULL_OR]?: unknown }
  if (otherwise !== undefined) return { anyOf: [document(otherwise, schemas), { type: 'null' }] }
  const plain = () => Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, document(member, schemas)]))
  if (name === undefined) return plain()
  if (!(name in schemas)) {
    // known before it is written out: a shape may contain itself
    schemas[name] = {}
    schemas[name] = plain()
  }
  return { $ref: `#/components/schemas/${name}` }
}
