import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashOf, looksLikeSecret, newSecret, prefixOf } from './api-key.ts'

test('a secret has a start that can be recognized, and at least 160 random bits', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) {
    expect(secret).toMatch(/^trv_live_/)
    expect(looksLikeSecret(secret)).toBe(true)
    expect(Buffer.from(secret.slice('trv_live_'.length), 'base64url').length * 8).toBeGreaterThanOrEqual(160)
  }
  expect(new Set(secrets).size).toBe(1000)
})

test('what is shown of a secret tells keys apart, and leaves 128 bits or more unsaid', () => {
  const secret = newSecret()
  expect(secret.startsWith(prefixOf(secret))).toBe(true)
  expect((secret.length - prefixOf(secret).length) * 6).toBeGreaterThanOrEqual(128)
  expect(new Set(Array.from({ length: 100 }, () => prefixOf(newSecret()))).size).toBeGreaterThan(95)
})

test('what is kept is a hash', () => {
  const secret = newSecret()
  expect(hashOf(secret)).toEqual(createHash('sha256').update(secret).digest())
  expect(hashOf(newSecret())).not.toEqual(hashOf(newSecret()))
})

test.each([
  '',
  'trv_live_',
  'trv_live_short',
  `trv_test_${'a'.repeat(32)}`,
  `trv_live_${'a'.repeat(31)}`,
  `trv_live_${'a'.repeat(33)}`,
  `trv_live_${'a'.repeat(31)}+`,
  ` trv_live_${'a'.repeat(32)}`,
  `trv_live_${'a'.repeat(32)}\n`,
])('%j is no secret', (text) => {
  expect(looksLikeSecret(text)).toBe(false)
})
