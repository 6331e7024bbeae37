import { expect, test } from 'vitest'
import { openVault } from './vault.ts'

const vaultOf = (secret: string) =>
  openVault((label) => Buffer.from(`${secret} ${label}`.padEnd(32, '.').slice(0, 32)).toString('base64url'))
const vault = vaultOf('one')

test('what was sealed is read again by the same secret only', () => {
  const sealed = vault.seal('whsec_ñandú')
  expect(vault.open(sealed)).toBe('whsec_ñandú')
  expect(() => vaultOf('two').open(sealed)).toThrow()
})

test('two seals of one text tell nothing about it, not even that it is the same', () => {
  expect(vault.seal('same').equals(vault.seal('same'))).toBe(false)
  expect(vault.seal('same').includes('same')).toBe(false)
})

test('a seal that was tampered with, or cut short, is not opened', () => {
  const sealed = vault.seal('text')
  const changed = Buffer.from(sealed)
  changed[14] = (changed[14] ?? 0) ^ 1
  for (const bad of [changed, sealed.subarray(0, -1), Buffer.alloc(0)]) expect(() => vault.open(bad)).toThrow()
})
