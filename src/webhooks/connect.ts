import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isLoopback, isPublicAddress, literalAddress } from './address.ts'

/** Asks for every address of a name, as `dns.lookup` does. */
export type Resolve = (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void

export const resolveByDns: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer)

/** The connection was refused by us: no byte went out. */
export class ClosedAddressError extends Error {}

/**
 * Connects to addresses that a webhook may go to. The address that is judged is the one that is connected to, at every
 * connect anew: a name that pointed elsewhere when it was registered, or a moment ago, gets nowhere.
 */
export function guardedConnector(allowInsecure: boolean, resolve: Resolve, timeoutMs: number): buildConnector.connector {
  const isOpen = (address: string, protocol: string) =>
    (allowInsecure && isLoopback(address)) || (protocol === 'https:' && isPublicAddress(address))
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => [
      protocol,
      buildConnector({ timeout: timeoutMs, lookup: guardedLookup(resolve, (address) => isOpen(address, protocol)) }),
    ]),
  )
  return (options, callback) => {
    const { protocol, hostname } = options
    const address = literalAddress(hostname)
    // an address is connected to without being looked up
    if (address !== undefined && !isOpen(address, protocol)) return callback(new ClosedAddressError(), null)
    const connect = connectors.get(protocol)
    if (!connect) return callback(new ClosedAddressError(), null)
    return connect(options, callback)
  }
}

const guardedLookup =
  (resolve: Resolve, isOpen: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const open = addresses.filter(({ address }) => isOpen(address))
      const [first] = open
      if (!first) return callback(new ClosedAddressError(), '', 0)
      return options.all ? callback(null, open) : callback(null, first.address, first.family)
    })
