import type { Operation } from '../../src/operations/operation.ts'
import type { Answer, Api } from '../harness/api.ts'

/** What an operation is asked, with values as its schemas describe them. */
export interface Call {
  params: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Sends a call the way the outside does. */
export const send = (api: Api, operation: Operation, call: Call, headers: Record<string, string> = {}): Promise<Answer> =>
  api(`${operation.method} ${pathOf(operation, call)}`, {
    headers,
    ...(call.query && { query: asText(call.query) }),
    ...(call.body !== undefined && { body: call.body }),
  })

const pathOf = (operation: Operation, { params }: Call): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** `{ metadata: { a: 'b' } }` goes out as `metadata[a]=b`. */
const asText = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, member]) => [`${name}[${key}]`, String(member)])
        : [[name, String(value)]],
    ),
  )
