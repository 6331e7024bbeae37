import { randomUUIDv7 } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { bearerOf } from '../operations/caller.ts'
import { invalid } from '../operations/input.ts'
import { isWrite, type Operation } from '../operations/operation.ts'
import { type FieldError, Problem } from '../operations/problem.ts'
import type { Admitted, Road } from '../operations/road.ts'
import { readJson } from './json-body.ts'
import { openApiDocument } from './openapi.ts'
import { refuseWhenOverloaded } from './overload.ts'
import { RequestTimeout, refuseConnection, sendProblem, toProblem } from './problems.ts'
import { type ReadQuery, readQuery } from './query-string.ts'
import { LONGEST_BODY_MS, refuseSlowBodies } from './slow-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | undefined
    /** The operation that answers, once the road has taken the call: the road tells of it then. */
    operationId: string | undefined
  }
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_HEADER_BYTES = 64 * 1024

export interface HttpParts {
  road: Road
  baseUrl: () => string
  onFault(error: unknown, where: { requestId: string }): void
  /** Told of refusals that never became a call: no key, no such address, too large. */
  onRefusal(event: { requestId: string; method: string; route: string; status: number }): void
}

/** The REST door: one route for each operation, problem+json for everything that goes wrong. */
export function httpServer({ road, baseUrl, onFault, onRefusal }: HttpParts): FastifyInstance {
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    // a stop finishes what arrives on open connections; nothing is told to come back later
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: LONGEST_BODY_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 15_000, connectionsCheckingInterval: 5000, requireHostHeader: false },
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
  const allowed = allowedMethods(road)
  // hooks of every request take a callback: a promise for each would cost more than what they do
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') done(invalid([{ path: 'Host', message: 'is required' }]))
    else if (request.is404 || allowed.hides(request)) done(nothingThere(request, allowed))
    else done()
  })
  refuseWhenOverloaded(app)
  refuseSlowBodies(app, (socket, { id }) => refuseConnection(new RequestTimeout(), socket, baseUrl(), id))
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    if (status >= 400 && request.operationId === undefined)
      onRefusal({ requestId: request.id, method: request.method, route: request.routeOptions.url ?? '(none)', status })
    done()
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  // refused before the body is read; the handler itself is never reached
  app.setNotFoundHandler(() => {})

  app.decorateRequest('admitted', undefined)
  app.decorateRequest('operationId', undefined)
  for (const operation of road.catalogue) addRoute(app, road, operation)

  const document = JSON.stringify(openApiDocument(road.catalogue))
  app.get('/v1/openapi.json', async (_request, reply) => reply.type('application/json').send(document.replaceAll('{base_url}', baseUrl())))
  return app
}

function addRoute(app: FastifyInstance, road: Road, operation: Operation): void {
  app.route({
    method: operation.method,
    url: toRoute(operation.path),
    // before the body is read: a stranger's bytes are not worth parsing
    onRequest: async (request, reply) => {
      const caller = await road.authenticate(bearerOf(request.headers.authorization))
      request.admitted = await road.admit(operation, caller, (name, value) => reply.header(name, value))
    },
    handler: async (request, reply) => {
      const { dryRun, query, mistakes } = readDryRun(operation, (request.query as { text: string }).text)
      const body = operation.body && request.body === undefined ? bodyWhenAbsent(operation) : request.body
      request.operationId = operation.id
      const outcome = await road.run(operation, {
        admitted: request.admitted as Admitted,
        surface: 'rest',
        requestId: request.id,
        input: { params: { ...(request.params as object) }, query, body },
        dryRun,
        idempotencyKey: isWrite(operation) ? readIdempotencyKey(request, mistakes) : undefined,
        mistakes,
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

/** Every write takes `dryRun`; it is the road's business, not the operation's. */
function readDryRun(operation: Operation, text: string): ReadQuery & { dryRun: boolean } {
  if (!isWrite(operation)) return { ...readQuery(text, operation.query), dryRun: false }
  const members = { ...operation.query.properties, dryRun: { type: 'boolean' } }
  const { query, mistakes } = readQuery(text, { properties: members } as unknown as Operation['query'])
  const { dryRun, ...rest } = query
  if (dryRun !== undefined && typeof dryRun !== 'boolean') mistakes.push({ path: 'dryRun', message: 'must be true or false' })
  return { query: rest, mistakes, dryRun: dryRun === true }
}

/** A body of which nothing is required may be left out. */
const bodyWhenAbsent = (operation: Operation): unknown => ((operation.body?.required ?? []).length === 0 ? {} : undefined)

/** Several of one header are one mistake, told with the others. */
function readIdempotencyKey(request: FastifyRequest, mistakes: FieldError[]): string | undefined {
  const [key, ...more] = request.raw.headersDistinct['idempotency-key'] ?? []
  if (more.length > 0) mistakes.push({ path: 'Idempotency-Key', message: 'is given more than once' })
  return key
}

interface Allowed {
  /** What an address takes; nothing where it is none of ours. */
  at(path: string): string[]
  /** `PATCH /v1/trips/archived` is no `PATCH /v1/trips/{tripId}`: an address of its own keeps its name to itself. */
  hides(request: FastifyRequest): boolean
}

/** Which methods each address takes: the answer to any other one is then 405 and not 404. */
function allowedMethods(road: Road): Allowed {
  const addresses = [...Map.groupBy(road.catalogue, ({ path }) => path)].map(([path, operations]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: operations.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])),
  }))
  const fixed = new Map(addresses.filter(({ path }) => !path.includes('{')).map(({ path, methods }) => [path, methods]))
  return {
    at: (path) => fixed.get(path) ?? addresses.find(({ pattern }) => pattern.test(path))?.methods ?? [],
    hides: (request) => fixed.get(pathOf(request))?.includes(request.method) === false && request.routeOptions.url?.includes(':') === true,
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] as string

function nothingThere(request: FastifyRequest, allowed: Allowed): Problem {
  const methods = allowed.at(pathOf(request))
  if (methods.length === 0) return new Problem('not_found', { detail: `There is nothing at ${request.method} ${pathOf(request)}.` })
  const allow = methods.join(', ')
  return new Problem('method_not_allowed', { detail: `This address takes ${allow}.`, headers: { Allow: allow } })
}
