import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  at: number
  path: string
  headers: IncomingHttpHeaders
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads of every shape
  body: any
}

type Respond = (response: ServerResponse, received: Received, request: IncomingMessage) => unknown

export interface Receiver {
  url: string
  received: Received[]
  /** How it answers from now on; 200 and nothing more unless told otherwise. */
  answer(respond: Respond): void
  /** Resolves when so many have come that fit. */
  wait(count: number, fits?: (one: Received) => boolean): Promise<Received[]>
  stop(): Promise<void>
}

/** Somebody's server, over plain HTTP on this machine, that keeps what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let respond: Respond = (response) => response.end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const one: Received = { at: Date.now(), path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
      received.push(one)
      respond(response, one, request)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(next) {
      respond = next
    },
    wait: (count, fits = () => true) =>
      new Promise((resolve) => {
        const look = () => {
          const fitting = received.filter(fits)
          if (fitting.length < count) return
          waiting.delete(look)
          resolve(fitting)
        }
        waiting.add(look)
        look()
      }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
