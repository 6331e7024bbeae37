import { setTimeout as sleep } from 'node:timers/promises'

/** So long after a request another one is to be expected. */
const BUSY_FOR_MS = 50
const PAUSE_MS = 1
/** About a quarter of the processor: nearly 3,000 attempts a second, and a read hardly notices them. */
const AFTER_A_PAUSE = 3

export interface Courtesy {
  /** Somebody asks this process for something. */
  noteRequest(): void
  /** What can wait a moment does so while people ask: a few at a time, with a pause before them. */
  wait(): Promise<void> | undefined
}

/** Keeps the processor for those who wait for an answer; what nobody waits for takes some of it, and all when nobody asks. */
export function courtesyToPeople(): Courtesy {
  let busyUntil = Number.NEGATIVE_INFINITY
  let waited = 0
  let pauses = Promise.resolve()
  return {
    noteRequest() {
      busyUntil = performance.now() + BUSY_FOR_MS
    },
    wait() {
      if (performance.now() >= busyUntil) return undefined
      if (waited++ % AFTER_A_PAUSE === 0) pauses = pauses.then(() => sleep(PAUSE_MS))
      return pauses
    },
  }
}
