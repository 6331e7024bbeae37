import type { FastifyInstance } from 'fastify'
import { Problem } from '../operations/problem.ts'

/** Far above what is ever useful to run at once: the rest would only wait, and take memory while it does. */
const MAX_AT_ONCE = 1000

/** An overloaded process says so at once, instead of dying slowly. */
export function refuseWhenOverloaded(app: FastifyInstance): void {
  let running = 0
  const counted = new WeakSet<object>()
  app.addHook('onRequest', async (request) => {
    if (running >= MAX_AT_ONCE)
      throw new Problem('unavailable', { detail: 'The service is overloaded. Nothing was done.', headers: { 'Retry-After': '1' } })
    running++
    counted.add(request.raw)
  })
  app.addHook('onResponse', async (request) => {
    if (counted.delete(request.raw)) running--
  })
}
