import { pino } from 'pino'

/** One JSON line an event, on standard error. Nothing that a person typed gets here: no bodies, no queries, no headers. */
export interface Log {
  info(event: object, message: string): void
  warn(message: string): void
  /** A fault of ours. The message of a database error may quote a row, so only its code is told. */
  fault(error: unknown, where: Record<string, unknown>): void
  /** Writes what is still in memory: the last thing that a process does. */
  flush(): void
}

export function openLog(level: string): Log {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 })
  const formatters = { level: (label: string) => ({ level: label }) }
  const logger = pino({ level, base: null, formatters }, destination)
  const tellsAll = logger.isLevelEnabled('info')
  return {
    info(event, message) {
      // the line that pino would write, without its way there: there is one for each call
      if (tellsAll) destination.write(`{"level":"info","time":${Date.now()},${JSON.stringify(event).slice(1, -1)},"msg":"${message}"}\n`)
    },
    warn: (message) => logger.warn(message),
    fault(error, where) {
      const { name, code, message, stack } = (error ?? {}) as Error & { code?: string }
      const frames = stack?.slice(stack.indexOf('\n    at ') + 1)
      logger.error({ ...where, name, ...(code === undefined ? { reason: message } : { code }), stack: frames }, 'fault')
    },
    flush: () => destination.flushSync(),
  }
}
