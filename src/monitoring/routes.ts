import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'

export interface Monitored {
  metrics: Metrics
  readiness: () => Promise<Readiness>
  /** Where it is set, `/metrics` asks for it as a bearer token. */
  metricsToken: string | undefined
}

/** For whoever runs the service: is it alive, can it serve, how does it fare. */
export function addMonitoring(app: FastifyInstance, { metrics, readiness, metricsToken }: Monitored): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await readiness()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', checks })
  })
  app.get('/metrics', async (request, reply) => {
    if (metricsToken !== undefined && !sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      return reply.code(401).header('WWW-Authenticate', 'Bearer').send({ status: 'unauthorized' })
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}

const sameText = (given: string, wanted: string): boolean => timingSafeEqual(hashOf(given), hashOf(wanted))
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
