import { statements } from '../../src/db/client.ts'
import type { World } from '../harness/world.ts'

/** Run at any time, or between reads: the listener's heartbeat, whose key it is, when keys were last used. */
const NOT_THE_CALLS = /^select 1$|from api_keys k|api_key_usage/
const NOTE_OF_USE = /api_key_usage/

interface Asked {
  texts: string[]
  /** How often the writer was taken up. */
  writes: number
}

/** What a call asks of the database. The texts carry no values. */
export async function askedBy(world: World, call: () => Promise<unknown>): Promise<Asked> {
  const heard: string[] = []
  let acquired = 0
  const hear = (text: unknown) => heard.push(String(text))
  const count = () => acquired++
  statements.subscribe(hear)
  world.app.writer.on('acquire', count)
  try {
    await call()
  } finally {
    statements.unsubscribe(hear)
    world.app.writer.off('acquire', count)
  }
  const notes = heard.filter((text) => NOTE_OF_USE.test(text)).length
  return { texts: heard.filter((text) => !NOT_THE_CALLS.test(text)), writes: acquired - notes }
}
