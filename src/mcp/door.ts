import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf, type Caller } from '../operations/caller.ts'
import { Problem } from '../operations/problem.ts'
import type { Road } from '../operations/road.ts'
import { callTool } from './call-tool.ts'
import { readMessage } from './read-message.ts'
import { toolbox } from './tools.ts'

export interface McpParts {
  road: Road
  baseUrl: () => string
  onFault(error: unknown, where: { requestId: string }): void
}

/** What the transport reads of a request; the key is not its business. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const

/** The door for assistants: each operation is a tool. Streamable HTTP without sessions, the same keys as REST. */
export function addMcpDoor(app: FastifyInstance, { road, baseUrl, onFault }: McpParts): void {
  const toolsOf = toolbox(road.catalogue)

  app.register((mcp, _options, done) => {
    const callers = new WeakMap<FastifyRequest, Caller>()
    mcp.removeContentTypeParser('application/json')
    // what can't be read is a JSON-RPC error here, and not a problem
    mcp.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes)

    mcp.route({
      method: 'POST',
      url: '/mcp',
      // before the body is read: a stranger's bytes are not worth parsing
      onRequest: async (request) => {
        refuseForeignOrigin(request.headers.origin, baseUrl())
        callers.set(request, await road.authenticate(bearerOf(request.headers.authorization)))
      },
      handler: async (request, reply) => {
        const { message, error } = readMessage(request.body as Buffer | undefined)
        if (error)
          return reply
            .code(400)
            .type('application/json')
            .send(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
        const caller = callers.get(request) as Caller
        const { answerMessage } = await import('./protocol.ts')
        const response = await answerMessage(message, pick(request.headers, HEADERS), {
          list: () => toolsOf.listFor(caller),
          call(name, given) {
            const tool = toolsOf.find(name)
            if (!tool) return undefined
            request.operationId = tool.operation.id
            return callTool(tool, given, {
              ...{ road, caller, requestId: request.id, baseUrl: baseUrl() },
              tell: (header, value) => reply.header(header, value),
              onFault: (error) => onFault(error, { requestId: request.id }),
            })
          },
        })
        return reply
          .code(response.status)
          .headers(Object.fromEntries(response.headers))
          .send(await response.text())
      },
    })

    mcp.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/mcp',
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new Problem('method_not_allowed', {
          detail: 'There are no sessions and no streams here: send each message with POST.',
          headers: { Allow: 'POST' },
        })
      },
      handler: async () => {},
    })
    done()
  })
}

/**
 * The protocol asks servers to check the Origin, against pages that reach a local server by rebinding a name. Here no page can
 * do anything without a key, which no browser adds by itself; and as no other origin is ever allowed to read an answer (there
 * is no CORS), refusing it takes nothing from anybody.
 */
function refuseForeignOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  throw new Problem('forbidden', { detail: 'Pages of other origins may not call this service.' })
}

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
