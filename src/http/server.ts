import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Caller } from '../operations/caller.ts'
import { invalid } from '../operations/input.ts'
import { isWrite, type Operation } from '../operations/operation.ts'
import { Problem } from '../operations/problem.ts'
import type { Road } from '../operations/run.ts'
import { readJson } from './json-body.ts'
import { openApiDocument } from './openapi.ts'
import { refuseConnection, sendProblem, toProblem } from './problems.ts'
import { readQuery } from './query-string.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_HEADER_BYTES = 64 * 1024
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export interface HttpParts {
  road: Road
  baseUrl: () => string
  onFault(error: unknown, where: { requestId: string }): void
}

/** The REST door: one route for each operation, problem+json for everything that goes wrong. */
export function httpServer({ road, baseUrl, onFault }: HttpParts): FastifyInstance {
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 15_000 },
    // the query is read by the schema of its operation
    routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket as Socket, baseUrl(), randomUUIDv7()),
  })
  const answerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = toProblem(error, (fault) => onFault(fault, { requestId: request.id }))
    return sendProblem(reply.header('Request-Id', request.id), request, problem, baseUrl())
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Request-Id', request.id)
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerProblem(
      new Problem('not_found', { detail: `There is nothing at ${request.method} ${request.url.split('?')[0]}.` }),
      request,
      reply,
    ),
  )

  app.decorateRequest('caller', undefined)
  for (const operation of road.catalogue) addRoute(app, road, operation)
  refuseOtherMethods(app, road)

  const document = JSON.stringify(openApiDocument(road.catalogue))
  app.get('/v1/openapi.json', async (_request, reply) => reply.type('application/json').send(document.replaceAll('{base_url}', baseUrl())))
  return app
}

function addRoute(app: FastifyInstance, road: Road, operation: Operation): void {
  app.route({
    method: operation.method,
    url: toRoute(operation.path),
    // before the body is read: a stranger's bytes are not worth parsing
    onRequest: async (request) => {
      request.caller = await road.authenticate(bearerOf(request.headers.authorization))
    },
    handler: async (request, reply) => {
      const { dryRun, query } = readDryRun(operation, (request.query as { text: string }).text)
      const body = operation.body && request.body === undefined ? bodyWhenAbsent(operation) : request.body
      const outcome = await road.run(operation, {
        caller: request.caller as Caller,
        surface: 'rest',
        requestId: request.id,
        input: { params: { ...(request.params as object) }, query, body },
        dryRun,
        idempotencyKey: isWrite(operation) ? headerOnce(request, 'idempotency-key') : undefined,
        tell: (name, value) => reply.header(name, value),
      })
      return reply
        .code(outcome.status)
        .type(outcome.status < 400 ? 'application/json' : 'application/problem+json')
        .send(outcome.body)
    },
  })
}

const toRoute = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]

/** Every write takes `dryRun`; it is the road's business, not the operation's. */
function readDryRun(operation: Operation, text: string): { dryRun: boolean; query: Record<string, unknown> } {
  const members = { ...operation.query.properties, ...(isWrite(operation) && { dryRun: { type: 'boolean' } }) }
  const { dryRun, ...query } = readQuery(text, { properties: members } as unknown as Operation['query'])
  if (!isWrite(operation)) return { dryRun: false, query: dryRun === undefined ? query : { ...query, dryRun } }
  if (dryRun !== undefined && typeof dryRun !== 'boolean') throw invalid([{ path: 'dryRun', message: 'must be true or false' }])
  return { dryRun: dryRun === true, query }
}

/** A body of which nothing is required may be left out. */
const bodyWhenAbsent = (operation: Operation): unknown => ((operation.body?.required ?? []).length === 0 ? {} : undefined)

function headerOnce(request: FastifyRequest, name: string): string | undefined {
  const values = request.raw.headersDistinct[name]
  if (values === undefined) return undefined
  if (values.length > 1) throw invalid([{ path: 'Idempotency-Key', message: 'is given more than once' }])
  return values[0]
}

function refuseOtherMethods(app: FastifyInstance, road: Road): void {
  const known = new Map<string, Set<string>>()
  for (const { path, method } of road.catalogue) {
    const methods = known.get(path) ?? new Set()
    known.set(path, methods.add(method).add(method === 'GET' ? 'HEAD' : method))
  }
  for (const [path, methods] of known) {
    const allow = [...methods].join(', ')
    app.route({
      method: METHODS.filter((method) => !methods.has(method)),
      url: toRoute(path),
      // before the body: its type and size no longer matter
      onRequest: async () => {
        throw new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { Allow: allow } })
      },
      handler: async () => {},
    })
  }
}
