import { Logger } from 'graphile-worker'

/** The library's own words: only its errors are ours to tell, and a job says itself what went wrong in it. */
export const quiet = (onFault: (error: unknown, where: Record<string, string>) => void): Logger =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error') onFault((meta as { error?: unknown } | undefined)?.error ?? new Error(message), { task: 'jobs' })
  })
