import type pg from 'pg'

const TELL_EVERY_MS = 5000

export interface Presence {
  /** Resolves when the others know of this process. */
  known: Promise<void>
  /** Whether they still do. */
  isKnown(): boolean
  stop(): Promise<void>
}

/**
 * Tells every few seconds that this process works, and frees the jobs of those that have not told it for 20 seconds. Never at
 * the start: a new process knows nothing yet of who is alive.
 */
export function tellPresence(worker: pg.Pool, id: string, onFault: (error: unknown, where: Record<string, string>) => void): Presence {
  let toldAt = 0
  const tell = async () => {
    await worker.query(
      'insert into worker_processes values ($1, clock_timestamp()) on conflict (id) do update set seen_at = excluded.seen_at',
      [id],
    )
    toldAt = performance.now()
  }
  const beat = async () => {
    try {
      await tell()
      await freeJobsOfTheSilent(worker)
    } catch (error) {
      onFault(error, { task: 'presence' })
    }
  }
  const known = tell()
  known.catch(() => {})
  let beating: Promise<void> = known.catch(() => {})
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, TELL_EVERY_MS)
  return {
    known,
    isKnown: () => toldAt > 0 && performance.now() - toldAt < 4 * TELL_EVERY_MS,
    async stop() {
      clearInterval(timer)
      await beating
      await worker.query('delete from worker_processes where id = $1', [id])
    },
  }
}

/** Jobs are locked by the process that runs them; one that is not among the living has left them behind. */
export async function freeJobsOfTheSilent(worker: pg.Pool): Promise<void> {
  await worker.query('select free_jobs_of_the_silent()')
}
