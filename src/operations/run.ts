import { randomUUIDv7 } from 'node:crypto'
import { isDatabaseUnavailable } from '../db/failure.ts'
import { readDb } from '../db/tenant.ts'
import { requireScopes } from './caller.ts'
import { announcer } from './happening.ts'
import { idempotencyKeyMistakes } from './idempotency.ts'
import { checkInput } from './input.ts'
import { isWrite, type Operation } from './operation.ts'
import { Problem, type ProblemCode, type ProblemDetails } from './problem.ts'
import type { Admitted, Call, Outcome, Road, RoadParts } from './road.ts'
import { runWrite } from './run-write.ts'

/** Puts the road together from what this process has. */
export function buildRoad(parts: RoadParts): Road {
  return {
    catalogue: parts.catalogue,
    authenticate: async (secret) => {
      const caller =
        secret === undefined ? undefined : await parts.authenticate(secret).catch((error) => Promise.reject(asProblem(parts, error)))
      if (!caller) throw new Problem('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } })
      return caller
    },
    admit: async (operation, caller, tell) => {
      for (const [name, value] of Object.entries(await parts.meter(caller, operation.cost))) tell(name, value)
      return { caller } as Admitted
    },
    run: async (operation, call) => {
      const startedAt = performance.now()
      let status = 500
      try {
        const outcome = await runOperation(parts, operation, call)
        status = outcome.status
        return outcome
      } catch (error) {
        const problem = asProblem(parts, error, operation, call)
        status = problem.status
        throw problem
      } finally {
        const seconds = (performance.now() - startedAt) / 1000
        const { surface, requestId, admitted } = call
        parts.observe({ operationId: operation.id, surface, requestId, agencyId: admitted.caller.agencyId, status, seconds })
      }
    },
  }
}

async function runOperation(parts: RoadParts, operation: Operation, call: Call): Promise<Outcome> {
  const { caller } = call.admitted
  requireScopes(caller, operation.scopes)
  checkInput(operation, call.input, [...call.mistakes, ...idempotencyKeyMistakes(call.idempotencyKey)])
  if (operation.scopesFor) requireScopes(caller, operation.scopesFor(call.input))
  const context = contextOf(parts, operation, call)
  const prepared = await operation.prepare?.({ ...context, db: readDb(parts.reader, caller.agencyId) })

  if (!isWrite(operation)) {
    const answer = await operation.handle({ ...context, prepared, db: readDb(parts.reader, caller.agencyId) })
    return { status: operation.status, body: JSON.stringify(answer) }
  }
  const leave = await parts.queues.enter(caller.agencyId)
  try {
    return await runWrite({ parts, operation, call, writeId: randomUUIDv7(), leave }, { ...context, prepared })
  } finally {
    leave()
  }
}

const contextOf = (parts: RoadParts, operation: Operation, call: Call) => ({
  params: call.input.params,
  query: call.input.query,
  body: call.input.body ?? {},
  caller: call.admitted.caller,
  operationId: operation.id,
  baseUrl: parts.baseUrl(),
  catalogue: parts.catalogue,
  announce: announcer(parts.reactions, call.admitted.caller),
  vault: parts.vault,
  storage: parts.storage,
  allowInsecureWebhooks: parts.allowInsecureWebhooks,
  refuse: (code: ProblemCode, details?: ProblemDetails) => {
    if (code === 'invalid_request' || operation.problems.includes(code)) return new Problem(code, details)
    throw new Error(`${operation.id} does not list the problem ${code}`)
  },
})

/** Whatever went wrong, a caller sees a problem that gives nothing internal away. */
function asProblem(parts: RoadParts, error: unknown, operation?: Operation, call?: Call): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', { headers: { 'Retry-After': '1' } })
  parts.onFault(error, {
    ...(operation && { operationId: operation.id }),
    ...(call && { requestId: call.requestId, agencyId: call.admitted.caller.agencyId }),
  })
  return new Problem('internal_error')
}
