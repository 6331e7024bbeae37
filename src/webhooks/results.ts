import type pg from 'pg'
import { type Lane, type Result, settle } from '../domain/webhooks/index.ts'

/** Written down while others are on their way: as soon as there are some, or after a while. */
const SETTLED_AT_ONCE = 250
const SETTLE_EVERY_MS = 100

/** What became of attempts, on its way into the database. */
export interface Results {
  add(result: Result): void
  /** Whether some could not be written down: it makes no sense to go on. */
  isBroken(): boolean
  /** All is written down, or it throws; answers since when the endpoint has been failing, as far as it is known. */
  complete(): Promise<string | null>
  /** Completes it, and ends. */
  close(): Promise<void>
}

/** Writes the results of attempts down behind them, several at a time. */
export function keepResults(writer: pg.Pool, lane: Lane, now: () => Date): Results {
  let unsettled: Result[] = []
  let failingSince: string | null = null
  let isBroken = false
  let settling = Promise.resolve()
  const settleAll = (): Promise<void> => {
    settling = settling.then(async () => {
      const results = unsettled
      unsettled = []
      if (results.length > 0) failingSince = await settle(writer, lane, now(), results)
    })
    return settling
  }
  const inPassing = () =>
    void settleAll().catch(() => {
      isBroken = true
    })
  const timer = setInterval(inPassing, SETTLE_EVERY_MS)
  const complete = async () => {
    await settleAll()
    return failingSince
  }
  return {
    add(result) {
      if (unsettled.push(result) === SETTLED_AT_ONCE) inPassing()
    },
    isBroken: () => isBroken,
    complete,
    async close() {
      clearInterval(timer)
      await settleAll()
    },
  }
}
