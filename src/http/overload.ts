import type { FastifyInstance } from 'fastify'
import { Problem } from '../operations/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isCounted: boolean
  }
}

/** Far above what is ever useful to run at once: the rest would only wait, and take memory while it does. */
const MAX_AT_ONCE = 1000

/** An overloaded process says so at once, instead of dying slowly. */
export function refuseWhenOverloaded(app: FastifyInstance): void {
  let running = 0
  app.decorateRequest('isCounted', false)
  app.addHook('onRequest', (request, _reply, done) => {
    if (running >= MAX_AT_ONCE)
      return done(new Problem('unavailable', { detail: 'The service is overloaded. Nothing was done.', headers: { 'Retry-After': '1' } }))
    running++
    request.isCounted = true
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.isCounted) running--
    request.isCounted = false
    done()
  })
}
