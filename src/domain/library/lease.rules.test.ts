import { expect, test } from 'vitest'
import { isOpenElsewhere, leaseFrom } from './lease.rules.ts'

const NOW = '2026-11-21T09:30:00.000Z'

test('a lease ends 90 seconds after it was taken or renewed', () => {
  expect(leaseFrom('2026-11-21T23:59:00.123Z', 'mine')).toEqual({ keyId: 'mine', until: '2026-11-22T00:00:30.123Z' })
  expect(leaseFrom(NOW, 'mine').until).toBe('2026-11-21T09:31:30.000Z')
})

test.each([
  ['nobody has it', null, false],
  ['this key has it', { keyId: 'mine', until: '2026-11-21T09:31:00.000Z' }, false],
  ['another key has it', { keyId: 'other', until: '2026-11-21T09:31:00.000Z' }, true],
  ['another key has it for a last millisecond', { keyId: 'other', until: '2026-11-21T09:30:00.001Z' }, true],
  ['another key had it until now', { keyId: 'other', until: NOW }, false],
  ['another key had it', { keyId: 'other', until: '2026-11-21T09:29:00.000Z' }, false],
])('an entry is open elsewhere or not: %s', (_what, lease, isOpen) => {
  expect(isOpenElsewhere(lease, 'mine', NOW)).toBe(isOpen)
})
