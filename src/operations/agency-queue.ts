import { Problem } from './problem.ts'

const MAX_WAITING = 500
const MAX_WAIT_MS = 10_000

/**
 * Writes of one agency take turns here, before a connection is taken: the database would make them wait for the agency's
 * clock anyway, each holding a connection that other agencies need.
 */
export interface AgencyQueues {
  /** Resolves when it is this write's turn; the answer ends it. */
  enter(agencyId: string): Promise<() => void>
  busyAgencies(): number
  waitingWrites(): number
}

export function agencyQueues(): AgencyQueues {
  const waiting = new Map<string, (() => void)[]>()

  function leave(agencyId: string): void {
    const queue = waiting.get(agencyId)
    const next = queue?.shift()
    if (next) next()
    else waiting.delete(agencyId)
  }

  return {
    busyAgencies: () => waiting.size,
    waitingWrites: () => waiting.values().reduce((sum, queue) => sum + queue.length, 0),
    async enter(agencyId) {
      const queue = waiting.get(agencyId)
      if (!queue) {
        waiting.set(agencyId, [])
      } else {
        if (queue.length >= MAX_WAITING) throw busy()
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            queue.splice(queue.indexOf(turn), 1)
            reject(busy())
          }, MAX_WAIT_MS)
          const turn = () => {
            clearTimeout(timer)
            resolve()
          }
          queue.push(turn)
        })
      }
      let left = false
      return () => {
        if (!left) leave(agencyId)
        left = true
      }
    },
  }
}

const busy = () =>
  new Problem('unavailable', {
    detail: 'Too many writes of this agency are waiting. Nothing was written.',
    headers: { 'Retry-After': '2' },
  })
