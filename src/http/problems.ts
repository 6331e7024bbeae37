import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, Problem, type ProblemCode, problemBody } from '../operations/problem.ts'

/** Fastify's own refusals in our words. */
const FROM_FASTIFY: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_media_type',
}

export function toProblem(error: unknown, onFault: (error: unknown) => void): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode, message } = error as FastifyError
  const known = FROM_FASTIFY[code]
  if (known) return new Problem(known)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('invalid_request', { detail: message })
  onFault(error)
  return new Problem('internal_error')
}

export function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: Problem, baseUrl: string): FastifyReply {
  return reply
    .headers(problem.details.headers ?? {})
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(problem, baseUrl, request.id)))
}

const FROM_PARSER: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** As Node's own, for a body that is given up. */
export class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/** Answers what never became a request: bytes that are not HTTP, headers without end, a client too slow to finish them. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket, baseUrl: string, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = new Problem(FROM_PARSER[error.code ?? ''] ?? 'invalid_request', {
    ...(FROM_PARSER[error.code ?? ''] ? {} : { detail: 'This is not an HTTP request.' }),
  })
  const body = JSON.stringify(problemBody(problem, baseUrl, requestId))
  const { status, title } = PROBLEMS[problem.code]
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nRequest-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
}
