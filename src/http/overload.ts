import type { FastifyInstance } from 'fastify'
import { Problem } from '../operations/problem.ts'

/** Far above what is ever useful to run at once: the rest would only wait, and take memory while it does. */
const MAX_AT_ONCE = 1000

/** An overloaded process says so at once, instead of dying slowly. */
export function refuseWhenOverloaded(app: FastifyInstance): void {
  let running = 0
  const over = () => {
    running--
  }
  app.addHook('onRequest', (_request, reply, done) => {
    if (running >= MAX_AT_ONCE)
      return done(new Problem('unavailable', { detail: 'The service is overloaded. Nothing was done.', headers: { 'Retry-After': '1' } }))
    running++
    // closed comes for every request, also for one whose client left in the middle; Fastify's onResponse does not
    reply.raw.once('close', over)
    done()
  })
}
