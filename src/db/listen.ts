import type pg from 'pg'
import { type ConnectionConfig, openClient } from './client.ts'

const HEARTBEAT_MS = 400

export interface Listener {
  /** False as soon as a notice might have been missed: a broken connection, a server that stopped answering. */
  isLive(): boolean
  stop(): Promise<void>
}

/** Hears NOTIFY on a channel. `onNotice` also runs after each reconnection, for what was missed in between. */
export function listen(config: ConnectionConfig, channel: string, onNotice: () => void): Listener {
  let client: pg.Client | undefined
  let heardAt = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = openClient(config)
    fresh.on('error', () => drop(fresh))
    fresh.on('end', () => drop(fresh))
    fresh.on('notification', onNotice)
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
    onNotice()
  }

  function drop(lost: pg.Client): void {
    if (client === lost) client = undefined
    heardAt = 0
  }

  async function beat(): Promise<void> {
    try {
      if (!client) await connect()
      await client?.query('select 1')
      heardAt = performance.now()
    } catch {
      const lost = client
      client = undefined
      heardAt = 0
      await lost?.end().catch(() => {})
    }
    if (!stopped) timer = setTimeout(beat, HEARTBEAT_MS)
  }
  const firstBeat = beat()

  return {
    // two beats late is lost: the cache it guards is then no older than a second
    isLive: () => heardAt > 0 && performance.now() - heardAt < 2 * HEARTBEAT_MS,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await firstBeat
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
