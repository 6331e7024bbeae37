import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observed } from '../operations/road.ts'
import type { Backlog } from './backlog.ts'

interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export interface Measured {
  pools: Record<string, PoolCounts>
  queues: { busyAgencies(): number; waitingWrites(): number }
  backlog(): Promise<Backlog>
}

export interface Metrics {
  observe(event: Observed): void
  /** Prometheus' text format. */
  text(): Promise<string>
}

export function openMetrics({ pools, queues, backlog }: Measured): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'travesia_' })
  const calls = new Counter({
    name: 'travesia_operations_total',
    help: 'Operations run, by operation, door and HTTP status.',
    labelNames: ['operation', 'surface', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'travesia_operation_duration_seconds',
    help: 'How long operations took.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  new Gauge({
    name: 'travesia_pool_connections',
    help: 'Connections to the database, by pool and state; waiting counts those who want one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  new Gauge({
    name: 'travesia_agency_queue',
    help: 'Writes in their agency’s queue: agencies that are writing, and writes that wait for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy_agencies' }, queues.busyAgencies())
      this.set({ state: 'waiting_writes' }, queues.waitingWrites())
    },
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers })
  const outbox = gauge('travesia_outbox_events', 'Events that are not published yet.')
  const outboxLag = gauge('travesia_outbox_lag_seconds', 'How long the oldest of them has waited.')
  const deliveries = gauge(
    'travesia_webhook_deliveries',
    'Webhook deliveries with an attempt ahead of them, and those of them that are due.',
    ['state'],
  )
  const deliveryLag = gauge('travesia_webhook_lag_seconds', 'How late the latest of the attempts that are due is.')
  const mails = gauge('travesia_mails', 'Mails that are still to be sent, and those of the last 30 days that failed for good.', ['state'])
  const jobs = gauge('travesia_jobs', 'Jobs that can be taken, and those that run.', ['state'])
  const workers = gauge('travesia_workers', 'Processes that do jobs.')
  const lookBehind = async () => {
    const found = await backlog()
    outbox.set(found.outbox)
    outboxLag.set(found.outboxLag)
    deliveries.set({ state: 'waiting' }, found.deliveriesWaiting)
    deliveries.set({ state: 'due' }, found.deliveriesDue)
    deliveryLag.set(found.deliveryLag)
    mails.set({ state: 'queued' }, found.mailsQueued)
    mails.set({ state: 'failed' }, found.mailsFailed)
    jobs.set({ state: 'ready' }, found.jobsReady)
    jobs.set({ state: 'running' }, found.jobsRunning)
    workers.set(found.workers)
  }
  return {
    observe({ operationId, surface, status, seconds }) {
      calls.inc({ operation: operationId, surface, status })
      durations.observe({ operation: operationId }, seconds)
    },
    async text() {
      await lookBehind().catch(theRestIsStillWorthTelling)
      return registry.metrics()
    },
  }
}

function theRestIsStillWorthTelling(): void {}
