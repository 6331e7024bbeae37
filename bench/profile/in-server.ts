// Loaded into the server before its own code when it is profiled: profiles on request, and times every statement.
import { Session } from 'node:inspector/promises'
import pg from 'pg'

export interface StatementTime {
  text: string
  count: number
  /** Milliseconds from its sending to its whole answer, as the service waits for it. */
  waited: number
}

const times = new Map<string, StatementTime>()
const session = new Session()
session.connect()

/** Literals out, so that the same statement for two callers is one. */
const shapeOf = (text: string) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 100)

function note(statement: unknown, sent: number): void {
  const text = shapeOf(typeof statement === 'string' ? statement : String((statement as { text?: string }).text))
  const time = times.get(text) ?? { text, count: 0, waited: 0 }
  times.set(text, time)
  time.count++
  time.waited += performance.now() - sent
}

type AnyFunction = (...args: unknown[]) => unknown
const query = pg.Client.prototype.query as AnyFunction
pg.Client.prototype.query = function timed(this: pg.Client, ...args: unknown[]) {
  const sent = performance.now()
  const done = args.at(-1)
  // a pool's own query takes a callback
  if (typeof done === 'function')
    return query.call(this, ...args.slice(0, -1), (...told: unknown[]) => {
      note(args[0], sent)
      done(...told)
    })
  const answer = query.apply(this, args)
  return answer instanceof Promise ? answer.finally(() => note(args[0], sent)) : answer
} as typeof pg.Client.prototype.query

process.on('message', async (message: { profile: 'start' | 'stop' }) => {
  if (message.profile === 'start') {
    times.clear()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    await session.post('Profiler.start')
    process.send?.({})
  } else {
    const { profile } = await session.post('Profiler.stop')
    process.send?.({ profile, statements: [...times.values()] })
  }
})
