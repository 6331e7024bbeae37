import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { keepOrder } from './day-order.rules.ts'
import { blockOf, childrenOf, type Tree } from './tree.rules.ts'
import { changesOf } from './tree-changes.rules.ts'

const order = (tree: Tree, names: string) =>
  keepOrder(
    tree,
    [...names].map((id) => blockOf(tree, id)),
  )
const movedIn = (tree: Tree) =>
  changesOf(tree)
    .moved.map(({ id }) => id)
    .toSorted()
    .join('')
const daysIn = (names: string) => [...names].map((name) => day(name))

test.each([
  ['abcd', 'abcd', ''],
  ['bcda', 'abcd', 'a'],
  ['dabc', 'abcd', 'd'],
  ['acbd', 'abcd', 'b'],
  ['dcba', 'abcd', 'bcd'],
  ['cdab', 'abcd', 'cd'],
  ['badc', 'abcd', 'bd'],
])('%s in the order %s: of the days, only %s has to move', (stand, asked, moves) => {
  const tree = treeWith(...daysIn(stand))
  order(tree, asked)
  expect(outlineOf(tree)).toBe([...asked].join(', '))
  expect(movedIn(tree)).toHaveLength(moves.length)
})

test('days are ordered within the container that people put them in, and what stands between them stays', () => {
  const tree = treeWith(note('n'), day('c'), section('s', day('d'), note('m'), day('b')), day('a'))
  order(tree, 'abcd')
  expect(childrenOf(tree, null).filter((id) => 'abcd'.includes(id))).toEqual(['a', 'c'])
  expect(childrenOf(tree, 's').filter((id) => 'abcd'.includes(id))).toEqual(['b', 'd'])
  expect(childrenOf(tree, null)[0]).toBe('n')
})

test('whatever the order, days end in it, others keep theirs, and no fewer moves would do', () => {
  const names = [...'abcdefgh']
  fc.assert(
    fc.property(fc.shuffledSubarray(names, { minLength: 8 }), fc.shuffledSubarray(names, { minLength: 8 }), (stand, asked) => {
      const tree = treeWith(...stand.flatMap((name) => [day(name), note(`after ${name}`)]))
      order(tree, asked.join(''))
      const root = childrenOf(tree, null)
      expect(root.filter((id) => id.length === 1)).toEqual(asked)
      expect(root.filter((id) => id.length > 1)).toEqual(stand.map((name) => `after ${name}`))
      expect(movedIn(tree)).toHaveLength(8 - longestCommon(stand, asked))
    }),
    { seed: 20_261_121, numRuns: 500 },
  )
})

/** How many can stay, told the slow way. */
function longestCommon([first, ...rest]: string[], asked: string[]): number {
  if (first === undefined) return 0
  const at = asked.indexOf(first)
  const without = longestCommon(rest, asked)
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, asked.slice(at + 1)))
}
