import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { subjectsOf } from '../operations/event-types.ts'
import type { Catalogue } from '../operations/operation.ts'
import type { Doorbell } from './doorbell.ts'
import { agenciesWithNews, relayOutbox } from './relay.queries.ts'

const LOOK_EVERY_MS = 250
/** After publishing, what comes in so soon is published together: a flood of writes is then no flood of statements. */
const GATHER_MS = 20

export interface RelayParts {
  reader: pg.Pool
  writer: pg.Pool
  catalogue: Catalogue
  doorbell: Doorbell
  onFault(error: unknown, where: Record<string, string>): void
  now?: () => Date
}

export interface Relay {
  stop(): Promise<void>
}

/**
 * Turns what writes left in the outbox into events and deliveries, after their commits. Poked by this process's own writes,
 * and looking for those of others, and for bursts that are over, four times a second. Any number of processes may do it.
 */
export function startRelay({ reader, writer, catalogue, doorbell, onFault, now = () => new Date() }: RelayParts): Relay {
  let rung = new Set<string>()
  let working: Promise<void> | undefined
  let stopped = false

  async function work(): Promise<void> {
    while (rung.size > 0 && !stopped) {
      const agencies = rung
      rung = new Set()
      for (const agencyId of agencies) {
        try {
          // the others get their turn in between
          if (await relayOutbox(writer, agencyId, now(), scopesBySubject(catalogue))) rung.add(agencyId)
        } catch (error) {
          // it is still in the outbox: the next look finds it
          onFault(error, { task: 'relay', agencyId })
        }
      }
      await sleep(GATHER_MS)
    }
  }
  const begin = () => {
    working ??= work().finally(() => {
      working = undefined
    })
  }
  doorbell.answer((agencyId) => {
    rung.add(agencyId)
    begin()
  })

  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      for (const agencyId of await agenciesWithNews(reader, now())) rung.add(agencyId)
      begin()
    } catch (error) {
      onFault(error, { task: 'relay' })
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, LOOK_EVERY_MS)

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      doorbell.answer(() => {})
      await looking
      await working
    },
  }
}

/** Publishes all that an agency has to tell as of a moment. */
export async function publishAll(writer: pg.Pool, agencyId: string, catalogue: Catalogue, now: Date): Promise<void> {
  while (await relayOutbox(writer, agencyId, now, scopesBySubject(catalogue)));
}

const known = new WeakMap<Catalogue, string>()

function scopesBySubject(catalogue: Catalogue): string {
  let scopes = known.get(catalogue)
  if (scopes === undefined) {
    scopes = JSON.stringify(Object.fromEntries([...subjectsOf(catalogue).values()].map(({ name, operation }) => [name, operation.scopes])))
    known.set(catalogue, scopes)
  }
  return scopes
}
