/** How long after each failed try the next one is made, nearly two days in all. After the last of them a mail has failed for good. */
export const RETRY_AFTER_SECONDS = [60, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 12 * 3600, 24 * 3600]

/** When a mail is tried again after its failure number `tries`; undefined when that was the last. */
export function retryAt(tries: number, now: Date, schedule: readonly number[] = RETRY_AFTER_SECONDS): Date | undefined {
  const seconds = schedule[tries - 1]
  return seconds === undefined ? undefined : new Date(now.getTime() + Math.round(seconds * 1000))
}

/** A subject is one line of a header: what breaks lines, or isn't seen, becomes a space. */
export const asSubject = (text: string): string => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
