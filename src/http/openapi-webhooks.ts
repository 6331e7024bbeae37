import Type, { type TSchema } from 'typebox'
import { type Subject, subjectsOf } from '../operations/event-types.ts'
import type { Catalogue } from '../operations/operation.ts'
import { Kind, Nullable, Shape, Timestamp, Uuid } from '../operations/schema.ts'

const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })
const HEADERS = [
  header('webhook-id', "The event's id: the same with every attempt, so that a repeat can be told."),
  header('webhook-timestamp', 'When this attempt was signed, in Unix seconds; refuse what is more than 5 minutes off.'),
  header(
    'webhook-signature',
    'Entries `v1,<base64>`, separated by spaces: HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{raw body}`. One of them has to fit.',
  ),
]

/** What is sent to webhook endpoints: every type of event, with its payload. */
export function describeWebhooks(catalogue: Catalogue, asDocument: (schema: TSchema) => unknown): Record<string, unknown> {
  const entries = [...subjectsOf(catalogue).values()].flatMap((subject) =>
    subject.types.map((type) => [type, describe(type, subject, asDocument)]),
  )
  return Object.fromEntries(entries)
}

function describe(type: string, subject: Subject, asDocument: (schema: TSchema) => unknown) {
  const { name, operation } = subject
  const what = type.split('.').slice(1).join(' ').replaceAll('_', ' ')
  return {
    post: {
      operationId: `webhook ${type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: `${name.replaceAll('_', ' ')}: ${what}`,
      description: `Sent where an endpoint subscribes to \`${type}\`, \`${type.split('.')[0]}.*\` or \`*\`${
        operation.scopes.length > 0 ? ` and its key has ${operation.scopes.map((scope) => `\`${scope}\``).join(', ')}` : ''
      }.`,
      tags: ['events'],
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema: asDocument(payloadOf(type, subject)) } } },
      responses: {
        '2XX': { description: 'Received. The answer has to come within 10 seconds; its body is not looked at.' },
        '4XX': { description: 'Any other answer, or none, is tried again.' },
      },
    },
  }
}

const payloadOf = (type: string, { name, operation }: Subject): TSchema =>
  Shape({
    id: Type.String({ description: 'As in the header `webhook-id`.' }),
    type: Kind(type),
    timestamp: Timestamp({ description: 'When it happened.' }),
    subject: Shape({ object: Kind(name), id: Uuid(), tripId: Nullable(Uuid()) }),
    changed: Type.Array(Type.String(), { description: 'The names of the fields that changed.' }),
    data: Type.Unsafe({
      description: `What \`${operation.id}\` answers at the time of the attempt.`,
      oneOf: [operation.returns, Shape({ object: Kind(name), id: Uuid(), deleted: Type.Literal(true) })],
    }),
  })
