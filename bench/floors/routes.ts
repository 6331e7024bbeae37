import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { BenchCaller } from '../seed.ts'

/** Whose trips are meant: a look into a map, where ours knows a key. */
export function callersOf(callers: BenchCaller[]): (request: FastifyRequest) => BenchCaller {
  const byHeader = new Map(callers.map((caller) => [`Bearer ${caller.secret}`, caller]))
  return (request) => byHeader.get(request.headers.authorization ?? '') as BenchCaller
}

/** Fastify as it comes, with a body parser of its own and nothing else. */
export async function listening(addRoutes: (app: FastifyInstance) => void): Promise<number> {
  const app = Fastify()
  addRoutes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}
