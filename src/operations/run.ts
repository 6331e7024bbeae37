import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { isDatabaseUnavailable } from '../db/failure.ts'
import { readDb } from '../db/tenant.ts'
import { type OpenWrite, openWrite } from '../db/write.ts'
import type { AgencyQueues } from './agency-queue.ts'
import { type Authenticate, type Caller, requireScopes } from './caller.ts'
import { idempotencyKeyMistakes, type Retry, retryOf } from './idempotency.ts'
import { checkInput, type Input } from './input.ts'
import type { Meter } from './metering.ts'
import { type Catalogue, isWrite, type Operation, type Previewed } from './operation.ts'
import { type FieldError, Problem, type ProblemCode, type ProblemDetails, problemBody } from './problem.ts'

declare const asked: unique symbol

/** A caller whose budgets were asked for this operation: nothing runs without. */
export interface Admitted {
  readonly caller: Caller
  readonly [asked]: true
}

/** Headers of the answer, told as soon as they are known: a refusal carries them too. */
type Tell = (name: string, value: string) => void

/** A call as any door brings it, translated and not yet judged. */
interface Call {
  admitted: Admitted
  surface: 'rest' | 'mcp'
  requestId: string
  input: Input
  dryRun: boolean
  idempotencyKey: string | undefined
  /** What the door could not translate; told together with what the schemas refuse. */
  mistakes: FieldError[]
  tell: Tell
}

interface Outcome {
  status: number
  /** JSON, as it goes out and as it is kept for retries. */
  body: string
}

export interface Road {
  catalogue: Catalogue
  authenticate(secret: string | undefined): Promise<Caller>
  /** Spends the operation's cost. A door does it before it reads a body, so that a known key can't send those for free. */
  admit(operation: Operation, caller: Caller, tell: Tell): Promise<Admitted>
  /** Does what is asked, or throws a Problem: nothing else comes out of it. */
  run(operation: Operation, call: Call): Promise<Outcome>
}

/** What is worth knowing of a call, and may be kept: nothing in it was typed by a person. */
export interface Observed {
  operationId: string
  surface: string
  requestId: string
  agencyId: string
  status: number
  seconds: number
}

export interface RoadParts {
  catalogue: Catalogue
  reader: pg.Pool
  writer: pg.Pool
  authenticate: Authenticate
  meter: Meter
  queues: AgencyQueues
  baseUrl: () => string
  /** Told of each call when it is over. */
  observe(event: Observed): void
  /** Told of what went wrong on our side, with nothing personal in it. */
  onFault(error: unknown, where: { operationId?: string; requestId?: string; agencyId?: string }): void
}

export function road(parts: RoadParts): Road {
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
  const retry = call.dryRun ? undefined : retryOf(operation, call.input, call.idempotencyKey)
  const leave = await parts.queues.enter(caller.agencyId)
  try {
    return await runWrite(parts, operation, call, { ...context, prepared }, retry)
  } finally {
    leave()
  }
}

const contextOf = (parts: RoadParts, operation: Operation, call: Call) => ({
  params: call.input.params,
  query: call.input.query,
  body: call.input.body ?? {},
  caller: call.admitted.caller,
  baseUrl: parts.baseUrl(),
  catalogue: parts.catalogue,
  surface: call.surface,
  refuse: (code: ProblemCode, details?: ProblemDetails) => {
    if (code === 'invalid_request' || operation.problems.includes(code)) return new Problem(code, details)
    throw new Error(`${operation.id} does not list the problem ${code}`)
  },
})

async function runWrite(parts: RoadParts, operation: Operation, call: Call, context: object, retry: Retry | undefined): Promise<Outcome> {
  const { agencyId, keyId, userId } = call.admitted.caller
  const writeId = randomUUIDv7()
  const opened = await openWrite(parts.writer, { agencyId, writeId, retry: retry && { keyId, ...retry } })
  switch (opened.state) {
    case 'in_progress':
      throw new Problem('request_in_progress', { headers: { 'Retry-After': '1' } })
    case 'reused':
      throw new Problem('idempotency_key_reused')
    case 'replay':
      call.tell('Idempotent-Replayed', 'true')
      if (opened.changeId) call.tell('Service-Change-Id', opened.changeId)
      return { status: opened.status, body: opened.body }
  }
  const { write } = opened
  const recordsChange = operation.undo !== 'none'

  let result: unknown
  let preview: unknown
  try {
    result = await operation.handle({ ...context, db: write.db })
    if (call.dryRun) preview = await previewOf(operation, result)
  } catch (error) {
    await abandon(parts, write, operation, call, writeId, retry, error)
    throw error
  }
  if (call.dryRun) {
    await write.rollBackChecked()
    return { status: 200, body: JSON.stringify(preview) }
  }

  const answer = operation.preview ? (result as Previewed<unknown, unknown>).answer : result
  const body = JSON.stringify(answer)
  const { tripId } = call.input.params as { tripId?: string }
  const closing = {
    ...{ keyId, userId },
    ...(recordsChange && { operationId: operation.id, surface: call.surface, tripId }),
    ...(retry && { answer: { status: operation.status, body } }),
  }
  try {
    await write.commit(closing)
  } catch (error) {
    // a rule that the database checks at the end; the transaction is over
    if (recordsChange && !isDatabaseUnavailable(error)) await recordFailure(parts, operation, call, writeId)
    throw error
  }
  if (recordsChange) call.tell('Service-Change-Id', writeId)
  return { status: operation.status, body }
}

/** A preview of its own where the operation has one; else what the write would have answered. */
async function previewOf(operation: Operation, result: unknown): Promise<unknown> {
  if (operation.preview) return (result as Previewed<unknown, unknown>).preview()
  return { object: 'preview', operationId: operation.id, result }
}

/** A refusal is final and kept for retries; a fault of ours leaves a failed change; a lost connection leaves nothing. */
async function abandon(
  parts: RoadParts,
  write: OpenWrite,
  operation: Operation,
  call: Call,
  writeId: string,
  retry: Retry | undefined,
  error: unknown,
): Promise<void> {
  const isRefusal = error instanceof Problem && error.status < 500
  if (isRefusal && retry && error.code !== 'invalid_request') {
    await write.forgetHandler()
    const body = JSON.stringify(problemBody(error, parts.baseUrl(), call.requestId))
    await write.commit({ keyId: call.admitted.caller.keyId, answer: { status: error.status, body } })
    return
  }
  await write.rollBack()
  if (isRefusal || isDatabaseUnavailable(error) || call.dryRun || operation.undo === 'none') return
  await recordFailure(parts, operation, call, writeId)
}

async function recordFailure(parts: RoadParts, operation: Operation, call: Call, writeId: string): Promise<void> {
  const { agencyId, keyId, userId } = call.admitted.caller
  const opened = await openWrite(parts.writer, { agencyId, writeId })
  if (opened.state !== 'open') return
  const { tripId } = call.input.params as { tripId?: string }
  await opened.write.db.rows(
    opened.write.db.insert('changes', {
      ...{ id: writeId, user_id: userId, key_id: keyId, operation_id: operation.id, surface: call.surface, status: 'failed' },
      ...{
        trip_ids: tripId ? [tripId] : [],
        row_count: 0,
        error: `Something went wrong on our side; nothing was written. Request ${call.requestId}.`,
      },
    }),
  )
  await opened.write.commit({})
}

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
