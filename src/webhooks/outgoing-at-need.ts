import type { Outgoing, OutgoingOptions } from './outgoing.ts'

/** The way out, opened with the first call: what it needs takes 25 MB, and many a server never has an endpoint. */
export function outgoingAtNeed(options: OutgoingOptions): Outgoing {
  let opened: Promise<Outgoing> | undefined
  return {
    async post(url, headers, body) {
      opened ??= import('./outgoing.ts').then(({ openOutgoing }) => openOutgoing(options))
      return (await opened).post(url, headers, body)
    },
    close: async () => (await opened)?.close(),
  }
}
