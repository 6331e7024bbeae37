import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chance } from '../../../test/undo/chance.ts'
import { rankBetween } from './rank.rules.ts'

const random = chance(4711)
const isSorted = (ranks: readonly string[]) => ranks.every((rank, index) => index === 0 || (ranks[index - 1] as string) < rank)

test.each([
  ['in front of the same sibling', (ranks: string[]) => rankBetween(null, ranks[0] ?? null, random), 'unshift'],
  ['behind the last', (ranks: string[]) => rankBetween(ranks.at(-1) ?? null, null, random), 'push'],
] as const)('three thousand blocks put %s keep their order, and no two ranks are equal', (_where, next, how) => {
  const ranks: string[] = []
  for (let n = 0; n < 3000; n++) ranks[how](next(ranks))
  expect(isSorted(ranks)).toBe(true)
  expect(new Set(ranks).size).toBe(3000)
})

test('three thousand blocks put behind one and the same block are each strictly between their neighbours', () => {
  const first = rankBetween(null, null, random)
  let next = rankBetween(first, null, random)
  const seen = new Set([first, next])
  for (let n = 0; n < 3000; n++) {
    const rank = rankBetween(first, next, random)
    expect(first < rank && rank < next).toBe(true)
    seen.add(rank)
    next = rank
  }
  expect(seen.size).toBe(3002)
  // an index row holds 2,700 bytes
  expect(next.length).toBeLessThan(1500)
})

test('a rank given at random places is always strictly between, and never one that was given before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 100, maxLength: 400, size: 'max' }), fc.nat(), (places, seed) => {
      const random = chance(seed)
      const ranks: string[] = []
      const given = new Set<string>()
      for (const place of places) {
        const at = place % (ranks.length + 1)
        const rank = rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null, random)
        expect(given.has(rank)).toBe(false)
        given.add(rank)
        ranks.splice(at, 0, rank)
        // some leave again: theirs stays theirs, for an undo to bring back
        if (place % 3 === 0) ranks.splice(place % ranks.length, 1)
      }
      expect(isSorted(ranks)).toBe(true)
    }),
    { seed: 20_260_930, numRuns: 20 },
  )
})

test('two thousand blocks put one behind the other have short ranks', () => {
  let last: string | null = null
  let longest = 0
  for (let n = 0; n < 2000; n++) {
    last = rankBetween(last, null, random)
    longest = Math.max(longest, last.length)
  }
  expect(longest).toBeLessThan(64)
})

test('a rank that undo brings back never meets one given meanwhile: the same place gives another rank each time', () => {
  const between = () => rankBetween('a0', 'a1')
  expect(new Set(Array.from({ length: 1000 }, between)).size).toBe(1000)
})

test('every rank can be compared byte by byte, as the database does', () => {
  const ranks = [rankBetween(null, null, random)]
  for (let n = 0; n < 200; n++) ranks.push(rankBetween(ranks.at(-1) ?? null, null, random))
  for (const rank of ranks) expect(rank).toMatch(/^[A-Za-z0-9]+$/)
})
