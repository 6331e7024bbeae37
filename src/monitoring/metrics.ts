import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observed } from '../operations/road.ts'

interface PoolCounts {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export interface Measured {
  pools: Record<string, PoolCounts>
  queues: { busyAgencies(): number; waitingWrites(): number }
}

export interface Metrics {
  observe(event: Observed): void
  /** Prometheus' text format. */
  text(): Promise<string>
}

export function openMetrics({ pools, queues }: Measured): Metrics {
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
  return {
    observe({ operationId, surface, status, seconds }) {
      calls.inc({ operation: operationId, surface, status })
      durations.observe({ operation: operationId }, seconds)
    },
    text: () => registry.metrics(),
  }
}
