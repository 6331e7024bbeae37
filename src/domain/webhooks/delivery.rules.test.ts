import { expect, test } from 'vitest'
import { RETRY_AFTER_SECONDS, retryAt } from './delivery.rules.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const secondsAfter = (tries: number, chance: number) => {
  const at = retryAt(tries, NOW, RETRY_AFTER_SECONDS, () => chance)
  return at && (at.getTime() - NOW.getTime()) / 1000
}

test.each([
  [1, 5],
  [2, 300],
  [3, 1800],
  [4, 7200],
  [5, 18000],
  [6, 36000],
  [7, 36000],
])('after failure %i the next attempt is %i seconds later, a tenth earlier or later at most', (tries, seconds) => {
  expect(secondsAfter(tries, 0.5)).toBe(seconds)
  const spread = tries === 1 ? 0 : seconds / 10
  expect([secondsAfter(tries, 0), secondsAfter(tries, 1)]).toEqual([seconds - spread, seconds + spread])
})

test('after the eighth failure there is no other attempt', () => {
  expect(secondsAfter(8, 0.5)).toBeUndefined()
})
