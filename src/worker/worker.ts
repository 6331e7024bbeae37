import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { type ConnectionConfig, openPool } from '../db/client.ts'
import { type Lane, lease, release } from '../domain/webhooks/index.ts'
import { type Relay, type RelayParts, startRelay } from '../outbox/relay.ts'
import { type DeliveryParts, deliverDue } from '../webhooks/deliver.ts'
import { outgoingAtNeed } from '../webhooks/outgoing-at-need.ts'
import { type MailTaskParts, mailTask } from './mail-task.ts'
import { tellPresence } from './presence.ts'
import { quiet } from './quiet-logger.ts'

const JOBS_AT_A_TIME = 20
/** So many of them for endpoints that fail, which may each take 10 seconds: the others stay free for those that answer. */
const JOBS_FOR_FAILING = 5
const CONNECTIONS = 4
const LOOK_EVERY_MS = 1000

export interface Worker {
  /** Whether this process takes jobs, and the others know it. */
  isAtWork(): boolean
  /** Finishes the attempts that are on their way. */
  stop(): Promise<void>
}

export type WorkParts = RelayParts & Omit<DeliveryParts, 'outgoing'> & MailTaskParts & { allowInsecureWebhooks: boolean }

/** What happens after commits: events are published, and jobs are done. */
export async function startWorker(database: { worker: ConnectionConfig }, given: WorkParts): Promise<Worker> {
  const outgoing = outgoingAtNeed({ allowInsecure: given.allowInsecureWebhooks })
  const parts = { ...given, outgoing }
  const mail = mailTask(given)
  const pgPool = openPool(database.worker, CONNECTIONS)
  const { run } = await import('graphile-worker')
  const events: WorkerEvents = new EventEmitter()
  // its name for this process is the one that stands on the jobs it takes
  const named = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)))
  const presence = named.then((id) => tellPresence(pgPool, id, parts.onFault))
  let failingNow = 0
  let stopping = false

  const runner = await run({
    ...{ pgPool, events, logger: quiet(parts.onFault), noHandleSignals: true },
    concurrency: JOBS_AT_A_TIME,
    pollInterval: LOOK_EVERY_MS,
    forbiddenFlags: () => [...(failingNow >= JOBS_FOR_FAILING ? ['failing'] : []), ...(mail.isFull() ? ['mail'] : [])],
    taskList: {
      mail: mail.run,
      async deliver(payload, { job }) {
        const lane = payload as Lane
        const id = await named
        await (await presence).known
        const isFailing = job.flags !== null
        if (isFailing) failingNow++
        try {
          await deliverUnderLease(parts, lane, id, () => stopping)
        } finally {
          if (isFailing) failingNow--
        }
      },
    },
  })
  const relay: Relay = startRelay(parts)
  const { isKnown, stop: leave } = await presence

  return {
    isAtWork: isKnown,
    async stop() {
      stopping = true
      await relay.stop()
      await runner.stop()
      await outgoing.close()
      await mail.close()
      await leave()
      await pgPool.end()
    },
  }
}

async function deliverUnderLease(parts: DeliveryParts, lane: Lane, workerId: string, isStopping: () => boolean): Promise<void> {
  // whoever has it looks once more when giving it back
  if (!(await lease(parts.writer, lane, workerId))) return
  try {
    await deliverDue(parts, lane, isStopping)
  } catch (error) {
    parts.onFault(error, { task: 'deliver', agencyId: lane.agencyId })
    // what went wrong may go wrong again at once
    await sleep(1000)
  } finally {
    await giveBack(parts, lane, workerId, isStopping)
  }
}

/** A lease that this process kept by mistake would be honoured as long as it lives. */
async function giveBack(parts: DeliveryParts, lane: Lane, workerId: string, isStopping: () => boolean): Promise<void> {
  for (;;) {
    try {
      await release(parts.writer, lane, workerId)
      return
    } catch (error) {
      parts.onFault(error, { task: 'release', agencyId: lane.agencyId })
      if (isStopping()) return
      await sleep(1000)
    }
  }
}
