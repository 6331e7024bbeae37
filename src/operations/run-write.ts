import { isDatabaseUnavailable } from '../db/failure.ts'
import { AskedBefore, type Earlier, type OpenWrite, openWrite } from '../db/write.ts'
import { type Retry, retryOf } from './idempotency.ts'
import type { Operation, Previewed } from './operation.ts'
import { Problem, problemBody } from './problem.ts'
import type { Call, Outcome, RoadParts } from './road.ts'

/** One try at a write; its id names it in the log, and is the id of the change that it records. */
interface Attempt {
  parts: RoadParts
  operation: Operation
  call: Call
  writeId: string
  /** Ends the turn in the agency's queue; a second time it does nothing. */
  leave: () => void
}

/** The part of the road that stands in one transaction: open, handle, then close, or leave nothing behind. */
export async function runWrite(attempt: Attempt, context: object): Promise<Outcome> {
  const { operation, call } = attempt
  const retry = call.dryRun ? undefined : retryOf(operation, call.input, call.idempotencyKey)
  try {
    const write = await open(attempt, retry)
    return await (call.dryRun ? runDry(attempt, write, context) : runForGood(attempt, write, context, retry))
  } catch (error) {
    if (!(error instanceof AskedBefore)) throw error
    return earlierAnswer(attempt, error.earlier)
  }
}

function open({ parts, call, writeId }: Attempt, retry: Retry | undefined): Promise<OpenWrite> {
  const { agencyId, keyId } = call.admitted.caller
  return openWrite(parts.writer, { agencyId, writeId, retry: retry && { keyId, ...retry } })
}

function earlierAnswer(attempt: Attempt, earlier: Earlier): Outcome {
  const { call } = attempt
  switch (earlier.state) {
    case 'in_progress':
      throw new Problem('request_in_progress', { headers: { 'Retry-After': '1' } })
    case 'reused':
      throw new Problem('idempotency_key_reused')
    case 'replay':
      call.tell('Idempotent-Replayed', 'true')
      if (earlier.changeId) call.tell('Service-Change-Id', earlier.changeId)
      return { status: earlier.status, body: keptAnswers(attempt).read(earlier.body) }
  }
}

/** The real run, rolled back: what it previews is therefore what the write would do. */
async function runDry({ operation }: Attempt, write: OpenWrite, context: object): Promise<Outcome> {
  let preview: unknown
  try {
    const result = await operation.handle({ ...context, db: write.db })
    // a preview of its own where the operation has one; else what the write would have answered
    preview = operation.preview
      ? await (result as Previewed<unknown, unknown>).preview()
      : { object: 'preview', operationId: operation.id, result }
  } catch (error) {
    await write.rollBack()
    throw error
  }
  await write.rollBackChecked()
  return { status: 200, body: JSON.stringify(preview) }
}

async function runForGood(attempt: Attempt, write: OpenWrite, context: object, retry: Retry | undefined): Promise<Outcome> {
  const { operation, call, writeId } = attempt
  const { keyId, userId } = call.admitted.caller
  const recordsChange = operation.undo !== 'none'
  let result: unknown
  try {
    result = await operation.handle({ ...context, db: write.db })
    const refusal = operation.preview && (result as Previewed<unknown, unknown>).refusal
    if (refusal) throw refusal
  } catch (error) {
    await write.rollBack()
    return abandon(attempt, error, retry)
  }
  const status = operation.status
  const body = JSON.stringify(operation.preview ? (result as Previewed<unknown, unknown>).answer : result)
  try {
    const committed = write.commit({
      ...{ keyId, userId },
      ...(recordsChange && { operationId: operation.id, surface: call.surface, tripId: tripOf(call) }),
      ...(retry && { answer: { status, body: keptAnswers(attempt).keep(body) } }),
    })
    // the next write of the agency sets out while this one commits; the clock lets it in when that is done
    attempt.leave()
    await committed
  } catch (error) {
    // a rule that the database checks at the end; the transaction is over
    await recordFailure(attempt, error)
    throw error
  }
  if (recordsChange) call.tell('Service-Change-Id', writeId)
  return { status, body }
}

/** A refusal is final and kept for retries; anything else leaves at most a failed change. */
async function abandon(attempt: Attempt, error: unknown, retry: Retry | undefined): Promise<never> {
  const { parts, call } = attempt
  if (!isRefusal(error)) await recordFailure(attempt, error)
  if (!isRefusal(error) || !retry || error.code === 'invalid_request') throw error
  // what the handler did is undone by now: the refusal is kept by a transaction of its own, unless a retry came in between
  const write = await open(attempt, retry)
  const body = JSON.stringify(problemBody(error, parts.baseUrl(), call.requestId))
  await write.commit({ keyId: call.admitted.caller.keyId, answer: { status: error.status, body: keptAnswers(attempt).keep(body) } })
  throw error
}

/** How an answer is kept for retries: sealed, where it holds a secret. */
const keptAnswers = ({ parts, operation }: Attempt) =>
  operation.answersSecret
    ? {
        keep: (body: string) => parts.vault.seal(body).toString('base64'),
        read: (kept: string) => parts.vault.open(Buffer.from(kept, 'base64')),
      }
    : { keep: (body: string) => body, read: (kept: string) => kept }

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status < 500

/** A fault of ours leaves a trace where people look for their changes; a database that went away leaves nothing. */
async function recordFailure({ parts, operation, call, writeId }: Attempt, error: unknown): Promise<void> {
  if (operation.undo === 'none' || isDatabaseUnavailable(error) || error instanceof AskedBefore) return
  const { agencyId, keyId, userId } = call.admitted.caller
  const { db, commit } = await openWrite(parts.writer, { agencyId, writeId })
  const tripId = tripOf(call)
  const told = `Something went wrong on our side; nothing was written. Request ${call.requestId}.`
  const failed = { operation_id: operation.id, surface: call.surface, status: 'failed', error: told, row_count: 0 }
  await db.rows(db.insert('changes', { id: writeId, user_id: userId, key_id: keyId, trip_ids: tripId ? [tripId] : [], ...failed }))
  await commit({})
}

const tripOf = (call: Call): string | undefined => (call.input.params as { tripId?: string }).tripId
