import type pg from 'pg'
import { type Part, runTogether } from './batch.ts'
import { toInstant } from './instant.ts'
import type { Runs } from './query.ts'
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

/** What a retry finds: the first answer, another request under its key, or that the first is under way. */
export type Earlier = { state: 'in_progress' | 'reused' } | { state: 'replay'; status: number; body: string; changeId: string | null }

/** Thrown by whatever would have opened the write of a retry; that write is over, and did nothing. */
export class AskedBefore extends Error {
  readonly earlier: Earlier

  constructor(earlier: Earlier) {
    super(`this was asked before: ${earlier.state}`)
    this.earlier = earlier
  }
}

export interface OpenWrite {
  readonly db: WriteDb
  commit(closing: Closing): Promise<void>
  /** Checks what a commit would check, then leaves nothing behind. */
  rollBackChecked(): Promise<void>
  /** Throws `AskedBefore` too, however the retry's handler ended: with a refusal of its own, or before its first statement. */
  rollBack(): Promise<void>
}

const BEGIN = { text: 'begin' }
const COMMIT = { text: 'commit' }
const ROLLBACK = { text: 'rollback' }
const CHECK = { text: 'set constraints all immediate' }
const NOTHING = 'select'
const OPEN = 'select open_write($1, $2) as now'
const OPEN_RETRYABLE = 'select open_write($1, $2, $3, $4) as now'
const CLOSE = 'select close_write($1, $2, $3, $4, $5, $6, $7)'
const CLOSE_RETRYABLE = 'select close_write($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)'
const ENTER = `select set_config('travesia.agency_id', $1, true)`
const KEPT_ANSWER = 'select request, status, body, change_id from kept_answer($1, $2, $3)'

const isAskedBefore = (error: unknown): boolean => (error as { code?: unknown }).code === 'AGAIN'

/**
 * A write whose transaction is opened by its first statement, in the same round trip: is it a retry, whose turn is it, what
 * time is it for this agency. Where it is a retry, that statement and all after it throw `AskedBefore`. The connection goes
 * back to the pool when the write ends; one whose state is unknown is closed instead.
 */
export async function openWrite(pool: pg.Pool, request: WriteRequest): Promise<OpenWrite> {
  const client = await pool.connect()
  let opening = [BEGIN, openingOf(request)]
  let openedAt: string | undefined
  let retry: Promise<AskedBefore> | undefined

  /** Sends statements, behind what opens the transaction unless it is open. */
  const send = async (...parts: Part[]) => {
    const before = opening
    opening = []
    try {
      const answers = await runTogether(client, ...before, ...parts)
      if (before.length > 0) openedAt = answers[1]?.[0]?.now as string
      return answers.slice(before.length)
    } catch (error) {
      if (!isAskedBefore(error)) throw error
      retry = earlierOf(client, request).then((earlier) => new AskedBefore(earlier))
      throw await retry
    }
  }
  const refuseRetry = async () => {
    if (retry !== undefined) throw await retry
  }
  const query = async (...asked: [text: string, values: unknown[]] | [unnamed: pg.QueryConfig]) => {
    await refuseRetry()
    if (opening.length === 0) return client.query(...(asked as [string, unknown[]]))
    const [first, values] = asked
    const [rows] = await send(typeof first === 'string' ? { text: first, values } : first)
    return { rows }
  }
  const now = async () => {
    if (openedAt === undefined) await query(NOTHING, [])
    return toInstant(openedAt as string)
  }
  const end = async (...last: Part[]) => {
    await refuseRetry()
    try {
      await send(...last)
    } catch (error) {
      if (retry === undefined) await leaveTransaction(client)
      throw error
    }
    await refuseRetry()
    client.release()
  }
  return {
    db: writeDb({ query } as Runs, request.agencyId, now),
    commit: (closing) => end(closingOf(request, closing), COMMIT),
    rollBackChecked: () => end(CHECK, ROLLBACK),
    rollBack: () => end(ROLLBACK),
  }
}

function openingOf({ agencyId, writeId, retry }: WriteRequest): Part {
  return retry ? { text: OPEN_RETRYABLE, values: [agencyId, writeId, retry.keyId, retry.key] } : { text: OPEN, values: [agencyId, writeId] }
}

/** Ends the write of a retry, and looks what stands where it can't be done. */
async function earlierOf(client: pg.PoolClient, { agencyId, retry }: WriteRequest): Promise<Earlier> {
  const look = { text: KEPT_ANSWER, values: [agencyId, retry?.keyId, retry?.key] }
  try {
    const answers = await runTogether(client, ROLLBACK, BEGIN, { text: ENTER, values: [agencyId] }, look, ROLLBACK)
    client.release()
    const [kept] = answers[3] as unknown as KeptAnswer[]
    if (!kept) return { state: 'in_progress' }
    if (!retry?.request.equals(kept.request)) return { state: 'reused' }
    return { state: 'replay', status: kept.status, body: kept.body, changeId: kept.change_id }
  } catch (error) {
    await leaveTransaction(client)
    throw error
  }
}

interface KeptAnswer {
  request: Buffer
  status: number
  body: string
  change_id: string | null
}

function closingOf({ agencyId, writeId, retry }: WriteRequest, closing: Closing) {
  const { keyId = null, userId = null, operationId = null, surface = null, tripId = null, answer } = closing
  const values = [agencyId, writeId, keyId, userId, operationId, surface, tripId]
  if (!retry || !answer) return { text: CLOSE, values }
  return { text: CLOSE_RETRYABLE, values: [...values, retry.key, retry.request, answer.status, answer.body] }
}

async function leaveTransaction(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (connectionIsGone) {
    client.release(connectionIsGone as Error)
  }
}
