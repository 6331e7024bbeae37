import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take long, as long as it keeps coming. */
    isLong?: true
  }
}

const PATIENCE_MS = 30_000
/** What of a long body has to come in that time: 128 kbit a second, which 50 MB take less than an hour for. */
const MIN_BYTES = 16 * 1024 * (PATIENCE_MS / 1000)

/** For the refusal to get there. */
const LAST_WORDS_MS = 2000

/** For how long the longest body may come. */
export const LONGEST_BODY_MS = 60 * 60_000

/** A body has 30 seconds to arrive; a long one has to move on within each 30 seconds. `refuse` answers on the connection and ends it. */
export function refuseSlowBodies(app: FastifyInstance, refuse: (socket: Socket, request: FastifyRequest) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) watch(request, reply, refuse)
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')

function watch(request: FastifyRequest, reply: FastifyReply, refuse: (socket: Socket, request: FastifyRequest) => void): void {
  const { raw } = request
  const { socket } = raw
  const isLong = request.routeOptions.config?.isLong === true
  let seen = socket.bytesRead
  const look = () => {
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (isLong && came >= MIN_BYTES && !reply.raw.headersSent) return
    stop()
    if (reply.raw.headersSent) socket.destroy()
    else {
      refuse(socket, request)
      // whoever goes on all the same is not heard any more
      setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
    }
  }
  const timer = setInterval(look, PATIENCE_MS).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}
