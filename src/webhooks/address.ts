import { BlockList, isIP, isIPv6 } from 'node:net'

/** IPv4 that leads nowhere a stranger's webhook may go, by the registries of special purposes. */
const CLOSED_V4 = blockList('ipv4', [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // a public address under which one cloud answers its own machines
  '168.63.129.16/32',
])
/** Of IPv6 only what is given out to the public, without the ranges in it that carry IPv4 or are for examples. */
const PUBLIC_V6 = blockList('ipv6', ['2000::/3'])
const CLOSED_V6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
const LOOPBACK = { ipv4: blockList('ipv4', ['127.0.0.0/8']), ipv6: blockList('ipv6', ['::1/128']) }

/** Whether a call may go to this address: anywhere on the public network, and nowhere else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !CLOSED_V4.check(address, 'ipv4')
  return isIPv6(address) && PUBLIC_V6.check(address, 'ipv6') && !CLOSED_V6.check(address, 'ipv6')
}

export function isLoopback(address: string): boolean {
  if (isIP(address) === 4) return LOOPBACK.ipv4.check(address, 'ipv4')
  return isIPv6(address) && LOOPBACK.ipv6.check(address, 'ipv6')
}

/** A URL's host as an address, if it is one: IPv6 stands in brackets there. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

function blockList(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address, prefix] = network.split('/') as [string, string]
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}
