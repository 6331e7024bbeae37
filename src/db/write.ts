import pg from 'pg'
import { toInstant } from './instant.ts'
import { type AgencyId, type WriteDb, writeDb } from './tenant.ts'

const { escapeLiteral } = pg

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
  /** Back to before the handler, with the transaction still open. Only where a retry made a savepoint. */
  forgetHandler(): Promise<void>
  /** Checks what a commit would check, then leaves nothing behind. */
  rollBackChecked(): Promise<void>
  rollBack(): Promise<void>
}

/**
 * Opens a write in one round trip: is it a retry, whose turn is it, what time is it for this agency. The connection goes
 * back to the pool when the write ends; one whose state is unknown is closed instead.
 */
export async function openWrite(pool: pg.Pool, request: WriteRequest): Promise<Opened> {
  const client = await pool.connect()
  const end = async (sql: string) => {
    try {
      await client.query(sql)
      client.release()
    } catch (error) {
      await leaveTransaction(client)
      throw error
    }
  }
  const { agencyId, writeId, retry } = request
  const named = [
    agencyId,
    writeId,
    ...(retry ? [retry.keyId, `\\x${retry.key.toString('hex')}`, `\\x${retry.request.toString('hex')}`] : []),
  ]
  let opened: { state: string; now: string; status: number; body: string; change_id: string | null }
  try {
    // several statements at once come back as a list of results
    const results = (await client.query(
      `begin; select * from open_write(${named.map(escapeLiteral).join(', ')})${retry ? '; savepoint handler' : ''}`,
    )) as unknown as pg.QueryResult[]
    opened = results[1]?.rows[0]
  } catch (error) {
    await leaveTransaction(client)
    throw error
  }
  if (opened.state !== 'open') {
    await end('rollback')
    if (opened.state === 'replay') return { state: 'replay', status: opened.status, body: opened.body, changeId: opened.change_id }
    return { state: opened.state as 'in_progress' | 'reused' }
  }
  return {
    state: 'open',
    write: {
      db: writeDb(client as never, agencyId, toInstant(opened.now)),
      commit: (closing) => end(`select close_write(${closingArguments(request, closing)}); commit`),
      forgetHandler: async () => {
        try {
          await client.query('rollback to savepoint handler')
        } catch (error) {
          await leaveTransaction(client)
          throw error
        }
      },
      rollBackChecked: () => end('set constraints all immediate; rollback'),
      rollBack: () => end('rollback'),
    },
  }
}

function closingArguments({ agencyId, writeId, retry }: WriteRequest, closing: Closing): string {
  const { keyId, userId, operationId, surface, tripId, answer } = closing
  const literal = (value: string | undefined) => (value === undefined ? 'null' : escapeLiteral(value))
  const first = [agencyId, writeId, keyId, userId, operationId, surface, tripId].map(literal)
  if (!retry || !answer) return first.join(', ')
  return [
    ...first,
    ...[retry.key, retry.request].map((hash) => `'\\x${hash.toString('hex')}'`),
    answer.status,
    escapeLiteral(answer.body),
  ].join(', ')
}

async function leaveTransaction(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (connectionIsGone) {
    client.release(connectionIsGone as Error)
  }
}
