import type pg from 'pg'
import { runTogether } from './batch.ts'
import { toInstant } from './instant.ts'
import { type AgencyId, type WriteDb, writeDb } from './tenant.ts'

export interface WriteRequest {
  agencyId: AgencyId
  /** Names everything the write does in the log; a change has the id of its write. */
  writeId: string
  /** For a retried request: who sent it, under which key, asking what. */
  retry?: { keyId: string; key: Buffer; request: Buffer } | undefined
}

interface Closing {
  keyId?: string
  userId?: string
  /** Present when the write is recorded as a change that can be undone. */
  operationId?: string
  surface?: string
  tripId?: string | undefined
  /** Present when the answer is kept for retries. */
  answer?: { status: number; body: string }
}

export type Opened =
  | { state: 'open'; write: OpenWrite }
  | { state: 'in_progress' | 'reused' }
  | { state: 'replay'; status: number; body: string; changeId: string | null }

export interface OpenWrite {
  readonly db: WriteDb
  commit(closing: Closing): Promise<void>
  /** Checks what a commit would check, then leaves nothing behind. */
  rollBackChecked(): Promise<void>
  rollBack(): Promise<void>
}

const BEGIN = { text: 'begin' }
const COMMIT = { text: 'commit' }
const OPEN = 'select open_write($1, $2) as now'
const OPEN_RETRYABLE = 'select open_write($1, $2, $3, $4) as now'
const CLOSE = 'select close_write($1, $2, $3, $4, $5, $6, $7)'
const CLOSE_RETRYABLE = 'select close_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)'
const KEPT_ANSWER = 'select request, status, body, change_id from kept_answer($1, $2, $3)'

/**
 * Opens a write in one round trip: is it a retry, whose turn is it, what time is it for this agency. The connection goes
 * back to the pool when the write ends; one whose state is unknown is closed instead.
 */
export async function openWrite(pool: pg.Pool, request: WriteRequest): Promise<Opened> {
  const client = await pool.connect()
  const orLeave = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step
    } catch (error) {
      await leaveTransaction(client)
      throw error
    }
  }
  const end = async (last: Promise<unknown>) => {
    await orLeave(last)
    client.release()
  }
  const { agencyId, writeId, retry } = request
  const opening = retry
    ? { text: OPEN_RETRYABLE, values: [agencyId, writeId, retry.keyId, retry.key] }
    : { text: OPEN, values: [agencyId, writeId] }
  const [, opened] = await orLeave(runTogether(client, BEGIN, opening))
  const now = opened?.[0]?.now as string | null
  if (now === null) {
    const kept = await orLeave(keptAnswer(client, request))
    await end(client.query('rollback'))
    return kept
  }
  return {
    state: 'open',
    write: {
      db: writeDb(client as never, agencyId, toInstant(now)),
      commit: (closing) => end(runTogether(client, closingOf(request, closing), COMMIT)),
      rollBackChecked: () => end(client.query('set constraints all immediate; rollback')),
      rollBack: () => end(client.query('rollback')),
    },
  }
}

/** What stands where a retry can't be done: the first answer, another request's, or none yet. */
async function keptAnswer(client: pg.ClientBase, { agencyId, retry }: WriteRequest): Promise<Opened> {
  const { rows } = await client.query(KEPT_ANSWER, [agencyId, retry?.keyId, retry?.key])
  const [kept] = rows
  if (!kept) return { state: 'in_progress' }
  if (!retry?.request.equals(kept.request)) return { state: 'reused' }
  return { state: 'replay', status: kept.status, body: kept.body, changeId: kept.change_id }
}

function closingOf({ agencyId, writeId, retry }: WriteRequest, closing: Closing) {
  const { keyId = null, userId = null, operationId = null, surface = null, tripId = null, answer } = closing
  const values = [agencyId, writeId, keyId, userId, operationId, surface, tripId]
  if (!retry || !answer) return { text: CLOSE, values }
  return { text: CLOSE_RETRYABLE, values: [...values, retry.key, retry.request, String(answer.status), answer.body] }
}

async function leaveTransaction(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (connectionIsGone) {
    client.release(connectionIsGone as Error)
  }
}
