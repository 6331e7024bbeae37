import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { courtesyToPeople } from './courtesy.ts'

test('when nobody asks, nothing waits', () => {
  expect(courtesyToPeople().wait()).toBeUndefined()
})

test('while people ask, what can wait goes a few at a time, each few after a pause', async () => {
  const courtesy = courtesyToPeople()
  courtesy.noteRequest()
  const gone: number[] = []
  const all = Array.from({ length: 7 }, (_, one) => courtesy.wait()?.then(() => gone.push(one)))
  const seen = new Set<number>()
  const watch = setInterval(() => seen.add(gone.length), 0)
  // no timer can fire in between
  for (let turn = 0; turn < 20; turn++) await undefined
  expect(gone).toEqual([])
  await Promise.all(all)
  clearInterval(watch)
  expect(gone).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect([...seen].every((count) => [0, 3, 6, 7].includes(count))).toBe(true)
})

test('a moment after the last request nothing waits any more', async () => {
  const courtesy = courtesyToPeople()
  courtesy.noteRequest()
  await sleep(100)
  expect(courtesy.wait()).toBeUndefined()
})
