import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword } from './password.ts'

test('a password is kept as Argon2id, its costs and its own salt beside it', async () => {
  const [one, two] = await Promise.all([hashPassword('contraseña ñ 😀'), hashPassword('contraseña ñ 😀')])
  expect(one).not.toBe(two)
  expect(one).not.toContain('contraseña')
  const [, scheme, version, costs, salt = '', tag = ''] = one.split('$')
  expect([scheme, version]).toEqual(['argon2id', 'v=19'])
  const { m, t, p } = Object.fromEntries((costs as string).split(',').map((cost) => cost.split('='))) as Record<string, string>
  expect(Number(m)).toBeGreaterThanOrEqual(19_456)
  const nonce = Buffer.from(salt, 'base64')
  expect(nonce.length).toBeGreaterThanOrEqual(16)
  const again = argon2Sync('argon2id', {
    message: Buffer.from('contraseña ñ 😀'),
    nonce,
    ...{ memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: 32 },
  })
  expect(again.toString('base64').replace(/=+$/, '')).toBe(tag)
})
