import { expect, test } from 'vitest'
import { day, labelOf, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { applyOps } from './ops.rules.ts'
import type { Op } from './ops.ts'
import { blockOf, type Tree } from './tree.rules.ts'
import { changesOf } from './tree-changes.rules.ts'

const planted = () => treeWith(note('a'), section('s', day('d', note('x'), note('y')), note('c')), day('f', note('z')), note('e'))
const apply = (tree: Tree, ...ops: object[]) =>
  applyOps(tree, ops as Op[], new Map()).map(({ blocks }) => blocks.map(({ data }) => labelOf(data)).join(' '))

test.each([
  [['e'], 'W e', 'a, s(d(x, y), c), f(z), W(e)'],
  [['e', 'a'], 'W a e', 'W(a, e), s(d(x, y), c), f(z)'],
  [['f', 'e', 'a'], 'W a f e', 'W(a, f(z), e), s(d(x, y), c)'],
  // the same block by id and by ref
  [['e', 'b9', 'f'], 'W f e', 'a, s(d(x, y), c), W(f(z), e)'],
])('%j are wrapped in the order that they have, where the first of them stands', (blocks, result, outline) => {
  const tree = planted()
  const refs = [...tree.blocks.values()].map(({ id, ref }) => [id, ref])
  expect(Object.fromEntries(refs).e).toBe('b9')
  expect([apply(tree, { op: 'wrap', blocks, title: 'W' }), outlineOf(tree)]).toEqual([[result], outline])
})

test.each([
  [['a', 'x'], 'ops[0].blocks[1]: is not at the root, where sections are'],
  [['s'], "ops[0].blocks[0]: a section can't hold a section"],
  [['a', 'nope'], 'ops[0].blocks[1]: there is no block nope here'],
  // counted in what was asked, though a and b1 are one
  [['a', 'b1', 'x'], 'ops[0].blocks[2]: is not at the root, where sections are'],
])('a wrap of %j is refused', (blocks, told) => {
  const tree = planted()
  let errors: { path: string; message: string }[] = []
  try {
    apply(tree, { op: 'wrap', blocks, title: 'W' })
  } catch (error) {
    errors = (error as { errors: typeof errors }).errors
  }
  expect(errors.map(({ path, message }) => `${path}: ${message}`)).toEqual([told])
})

test.each([
  ['s', 's d c', 'a, d(x, y), c, f(z), e'],
  ['d', 'd x y', 'a, s(x, y, c), f(z), e'],
  ['f', 'f z', 'a, s(d(x, y), c), z, e'],
])('unwrapping %s leaves what was in it in its place', (block, result, outline) => {
  const tree = planted()
  expect([apply(tree, { op: 'unwrap', block }), outlineOf(tree)]).toEqual([[result], outline])
  expect(changesOf(tree).removed).toEqual([block])
})

test('an unwrapped container gives what it has at that moment', () => {
  const tree = planted()
  apply(
    tree,
    { op: 'move', block: 'c', parent: null },
    { op: 'move', block: 'e', parent: 's', position: 'first' },
    { op: 'unwrap', block: 's' },
  )
  expect(outlineOf(tree)).toBe('a, e, d(x, y), f(z), c')
})

test('an empty container is unwrapped to nothing', () => {
  const tree = treeWith(section('s'), note('a'))
  apply(tree, { op: 'unwrap', block: 's' })
  expect(outlineOf(tree)).toBe('a')
})

test('content cannot be unwrapped', () => {
  expect(() => apply(planted(), { op: 'unwrap', block: 'x' })).toThrow('a note holds nothing')
})

test('wrap and unwrap leave everything where it was', () => {
  const tree = planted()
  const before = outlineOf(tree)
  apply(tree, { op: 'wrap', blocks: ['f', 'e'], title: 'W', as: '$w' }, { op: 'unwrap', block: '$w' })
  expect(outlineOf(tree)).toBe(before)
})

test('what a hidden section hid stays hidden without it', () => {
  const tree = treeWith(section('s', { visibility: 'staff' }, note('a'), day('d', note('x'))), section('t', note('b')))
  apply(tree, { op: 'unwrap', block: 's' }, { op: 'unwrap', block: 't' })
  const shown = ['a', 'd', 'b'].map((id) => [id, blockOf(tree, id).visibility])
  expect(shown).toEqual([
    ['a', 'staff'],
    ['d', 'staff'],
    ['b', 'traveler'],
  ])
})
