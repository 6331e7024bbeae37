/** How long after each failed attempt the next one is made. After the last of them a delivery has failed for good. */
export const RETRY_AFTER_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600]

const JITTER = 0.1

/**
 * When a delivery is tried again after its failure number `tries`; undefined when that was the last. All but the first
 * retry move by up to a tenth, so that those of a receiver that was down don't come back all at once.
 */
export function retryAt(
  tries: number,
  now: Date,
  schedule: readonly number[] = RETRY_AFTER_SECONDS,
  chance = Math.random,
): Date | undefined {
  const seconds = schedule[tries - 1]
  if (seconds === undefined) return undefined
  const factor = tries === 1 ? 1 : 1 + JITTER * (2 * chance() - 1)
  return new Date(now.getTime() + Math.round(seconds * 1000 * factor))
}
