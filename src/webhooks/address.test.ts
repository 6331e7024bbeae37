import { expect, test } from 'vitest'
import { isLoopback, isPublicAddress, literalAddress } from './address.ts'

test.each([
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['link-local', ['169.254.0.1', 'fe80::1']],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
  ['metadata', ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254']],
  [
    'IPv4 inside IPv6',
    ['::ffff:8.8.8.8', '::ffff:10.0.0.1', '::ffff:a00:1', '::10.0.0.1', '64:ff9b::10.0.0.1', '2002:a00:1::', '2001:0:a00:1::'],
  ],
  ['of this network', ['0.0.0.0', '::']],
  ['unique local, multicast, broadcast, reserved', ['fc00::1', 'fd12::1', '224.0.0.1', 'ff02::1', '255.255.255.255', '240.0.0.1']],
  ['examples and benchmarks', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
  ['no address', ['', 'localhost', '10.0.0', '1.2.3.4.5', 'fe80::1%eth0']],
])('no webhook goes to what is %s', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('a webhook goes to any other address', () => {
  const open = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.32.0.1', '11.0.0.1', '2606:4700::1111', '2a00:1450:4003::200e']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('loopback is this machine and nothing mapped onto it', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true)
  expect(['128.0.0.1', '10.0.0.1', '::2', '::ffff:127.0.0.1', 'localhost'].some(isLoopback)).toBe(false)
})

test('a literal address is told from a name', () => {
  expect(['10.0.0.1', '[::1]', 'hooks.example'].map(literalAddress)).toEqual(['10.0.0.1', '::1', undefined])
})
