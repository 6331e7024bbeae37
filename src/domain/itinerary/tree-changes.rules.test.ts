import { expect, test } from 'vitest'
import { day, note, section, treeWith } from '../../../test/itinerary/outline.ts'
import { addBlock, blockOf, childrenOf, placeBlock, removeBlock, type Tree } from './tree.rules.ts'
import { changesOf, isSame } from './tree-changes.rules.ts'

const planted = () => treeWith(section('s', day('d', note('a'), note('b'))), note('c'), note('e'))
const ids = (tree: Tree) => {
  const { inserted, moved, edited, removed } = changesOf(tree)
  const of = (blocks: { id: string }[]) => blocks.map(({ id }) => id)
  return { inserted: of(inserted), moved: of(moved), edited: of(edited), removed }
}
const NOTHING = { inserted: [], moved: [], edited: [], removed: [] }

test('a tree that nobody touched has nothing to write', () => {
  expect(ids(planted())).toEqual(NOTHING)
})

test('each difference is written once, as what it is', () => {
  const tree = planted()
  placeBlock(tree, 'c', 'd', 0)
  blockOf(tree, 'a').data = { markdown: 'other' }
  blockOf(tree, 'c').visibility = 'staff'
  removeBlock(tree, 'b')
  const { id } = addBlock(tree, null, 0, { type: 'divider', data: {} })
  expect(ids(tree)).toEqual({ inserted: [id], moved: ['c'], edited: ['a', 'c'], removed: ['b'] })
})

test('what is new and went again was never there', () => {
  const tree = planted()
  const made = addBlock(tree, 'd', 0, { type: 'divider', data: {} })
  removeBlock(tree, made.id)
  expect(ids(tree)).toEqual(NOTHING)
})

test('content that was replaced by its like is no difference, in whatever order its members come', () => {
  const tree = treeWith(note('a', { data: { tone: 'tip' }, layout: { width: 'half', style: 'card' } }))
  const block = blockOf(tree, 'a')
  block.data = { tone: 'tip', markdown: 'a' }
  block.layout = { style: 'card', width: 'half' }
  expect(ids(tree)).toEqual(NOTHING)
  block.layout = null
  expect(ids(tree).edited).toEqual(['a'])
})

test('new blocks come with their containers in front', () => {
  const tree = treeWith()
  const outer = addBlock(tree, null, 0, { type: 'section', data: { title: 'o' } })
  const inner = addBlock(tree, outer.id, 0, { type: 'day', data: { title: 'i' } })
  const leaf = addBlock(tree, inner.id, 0, { type: 'divider', data: {} })
  expect(ids(tree).inserted).toEqual([outer.id, inner.id, leaf.id])
})

test.each([
  ['at the head', 0],
  ['in the middle', 2],
  ['at the end', 4],
])('a run of new blocks %s gets ranks in order between its neighbours, who keep theirs', (_where, at) => {
  const tree = treeWith(note('a'), note('b'), note('c'), note('d'))
  for (let n = 0; n < 300; n++) addBlock(tree, null, at + n, { type: 'note', data: { markdown: `${n}` } })
  const { inserted, moved } = changesOf(tree)
  const ranks = childrenOf(tree, null).map((id) => blockOf(tree, id).rank as string)
  expect([inserted.length, moved]).toEqual([300, []])
  expect(ranks).toEqual([...new Set(ranks)].toSorted((one, other) => (one < other ? -1 : 1)))
  for (const id of ['a', 'b', 'c', 'd']) expect(blockOf(tree, id).rank).toBe(tree.before.get(id)?.rank)
})

test.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [null, {}, false],
  [undefined, null, false],
  [{ a: undefined }, {}, true],
  [0, -0, true],
])('%j and %j: the same is %s', (one, other, same) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([same, same])
})
