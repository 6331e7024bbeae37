import { expect, test } from 'vitest'
import { day, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { addBlock, ancestorsOf, blockNamed, blockOf, carryBlock, indexOf, placeBlock, removeBlock, subtreeOf } from './tree.rules.ts'

const planted = () => treeWith(section('s', day('d', note('a'), note('b')), note('c')), note('e'))

test('rows become a tree in the order of their ranks, and stay as they are when the tree changes', () => {
  const tree = planted()
  expect(outlineOf(tree)).toBe('s(d(a, b), c), e')
  blockOf(tree, 'a').data = { markdown: 'other' }
  placeBlock(tree, 'a', null, 0)
  expect(tree.before.get('a')).toMatchObject({ parentId: 'd', data: { markdown: 'a' }, rank: expect.any(String) })
})

test.each([
  ['first at the root', 'b', null, 0, 'b, s(d(a), c), e'],
  ['last at the root', 'b', null, 2, 's(d(a), c), e, b'],
  ['into another container', 'e', 'd', 1, 's(d(a, e, b), c)'],
  ['with everything in it', 'd', null, 1, 's(c), d(a, b), e'],
  ['behind its own sibling: its old place does not count', 'a', 'd', 1, 's(d(b, a), c), e'],
  ['where it is', 'a', 'd', 0, 's(d(a, b), c), e'],
] as const)('a block is put %s', (_where, id, parentId, index, outline) => {
  const tree = planted()
  placeBlock(tree, id, parentId, index)
  expect(outlineOf(tree)).toBe(outline)
  expect(indexOf(tree, id)).toBe(index)
})

test('a block that is put where it is keeps its rank; one that moves loses it, and its siblings keep theirs', () => {
  const tree = planted()
  placeBlock(tree, 'a', 'd', 0)
  expect(blockOf(tree, 'a').rank).toBe(tree.before.get('a')?.rank)
  placeBlock(tree, 'a', 'd', 1)
  expect(blockOf(tree, 'a').rank).toBeNull()
  expect(blockOf(tree, 'b').rank).toBe(tree.before.get('b')?.rank)
})

test('a new block is visible, plain and made by people, unless it is said', () => {
  const tree = planted()
  const made = addBlock(tree, 'd', 1, { type: 'note', data: { markdown: 'n' } })
  expect(made).toMatchObject({ visibility: 'traveler', layout: null, generated: null, ref: '', rank: null, parentId: 'd' })
  expect(outlineOf(tree)).toBe('s(d(a, n, b), c), e')
  expect(tree.before.has(made.id)).toBe(false)
})

test('a block goes with everything in it, and nothing else goes', () => {
  const tree = planted()
  expect(removeBlock(tree, 'd')).toEqual(['d', 'a', 'b'])
  expect([outlineOf(tree), tree.blocks.size, tree.before.size]).toEqual(['s(c), e', 3, 6])
})

test('a subtree is told from the top, ancestors from the outermost', () => {
  const tree = planted()
  expect(subtreeOf(tree, 's')).toEqual(['s', 'd', 'a', 'b', 'c'])
  expect(ancestorsOf(tree, blockOf(tree, 'b')).map(({ id }) => id)).toEqual(['s', 'd'])
  expect(ancestorsOf(tree, blockOf(tree, 'e'))).toEqual([])
})

test('a block has two names, its id and its ref, and no other', () => {
  const tree = planted()
  expect([blockNamed(tree, 'd')?.id, blockNamed(tree, 'b2')?.id]).toEqual(['d', 'd'])
  for (const name of ['', 'b99', 'B2', '__proto__', 'constructor', 'null']) expect(blockNamed(tree, name)).toBeUndefined()
})

test.each([
  ['out of a hidden day', treeWith(day('h', { visibility: 'staff' }, note('x')), day('d')), 'd', 'staff'],
  ['out of a day in a hidden section', treeWith(section('s', { visibility: 'staff' }, day('h', note('x'))), day('d')), 'd', 'staff'],
  [
    'from one hidden day to another',
    treeWith(day('h', { visibility: 'staff' }, note('x')), day('d', { visibility: 'staff' })),
    'd',
    'traveler',
  ],
  ['between days that travelers see', treeWith(day('h', note('x')), day('d')), 'd', 'traveler'],
  ['into a hidden day', treeWith(day('h', note('x')), day('d', { visibility: 'staff' })), 'd', 'traveler'],
] as const)('a block that is carried %s is seen by nobody who did not see it before', (_way, tree, into, visibility) => {
  carryBlock(tree, 'x', into, 0)
  expect([blockOf(tree, 'x').parentId, blockOf(tree, 'x').visibility]).toEqual([into, visibility])
})
