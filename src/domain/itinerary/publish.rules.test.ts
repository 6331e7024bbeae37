import { expect, test } from 'vitest'
import { day, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { adoptLooseBlocks } from './publish.rules.ts'
import { blockOf, childrenOf } from './tree.rules.ts'
import { changesOf } from './tree-changes.rules.ts'

const general = { generated: { as: 'general' } } as const

test.each([
  ['nothing is loose', treeWith(section('s', note('a')), day('d')), 's(a), d', 0],
  ['there is nothing', treeWith(), '', 0],
  [
    'loose blocks go into one section, in order, where the first of them stood',
    treeWith(day('d'), note('a'), day('e'), note('b')),
    'd, General(a, b), e',
    2,
  ],
  [
    'the section of the last time takes what came since',
    treeWith(note('b'), section('mine', general, note('a')), day('d')),
    'mine(a, b), d',
    1,
  ],
  ['a section that people titled General is theirs', treeWith(section('General', note('x')), note('a')), 'General(x), General(a)', 1],
  [
    'a section that people hid takes nothing that is to be shown',
    treeWith(section('hid', { ...general, visibility: 'staff' }), note('a')),
    'hid, General(a)',
    1,
  ],
])('%s', (_what, tree, outline, adopted) => {
  expect([adoptLooseBlocks(tree), outlineOf(tree)]).toEqual([adopted, outline])
  expect(adoptLooseBlocks(tree)).toBe(0)
})

test('adopted blocks stay as they are: those for staff stay for staff', () => {
  const tree = treeWith(note('a', { visibility: 'staff' }), note('b'))
  adoptLooseBlocks(tree)
  const { inserted, moved, edited, removed } = changesOf(tree)
  expect([inserted.length, moved.length, edited, removed]).toEqual([1, 2, [], []])
  expect(childrenOf(tree, inserted[0]?.id ?? '').map((id) => blockOf(tree, id).visibility)).toEqual(['staff', 'traveler'])
})
