import { expect, test } from 'vitest'
import { day, labelOf, lodging, note, section, treeWith } from '../../../test/itinerary/outline.ts'
import { type Part, placedBlock, type ShownBlock, shownBlock, shownTree } from './shown.rules.ts'
import { blockOf } from './tree.rules.ts'

const on = (date: string | null, dayNumber: number) =>
  ({ generated: { as: 'day', stopId: 'k', index: 0, date, dayNumber, made: { title: 'd' } } }) as const
const tree = treeWith(
  note('n'),
  section('s', day('d1', on('2027-10-04', 1), lodging('l'), note('a')), note('b')),
  day('d2', on('2027-10-05', 2), note('c')),
  day('mine', note('e')),
  section('empty'),
)
const outline = (blocks: ShownBlock[]): string =>
  blocks
    .map(({ data, children }) => labelOf(data) + (children.length > 0 ? `(${outline(children as unknown as ShownBlock[])})` : ''))
    .join(', ')

test.each<[Part, string]>([
  [{}, 'n, s(d1(l, a), b), d2(c), mine(e), empty'],
  [{ depth: 1 }, 'n, s, d2, mine, empty'],
  [{ depth: 2 }, 'n, s(d1, b), d2(c), mine(e), empty'],
  [{ depth: 6 }, 'n, s(d1(l, a), b), d2(c), mine(e), empty'],
  [{ types: ['lodging'] }, 's(d1(l))'],
  [{ types: ['note'] }, 'n, s(d1(a), b), d2(c), mine(e)'],
  [{ types: ['section'] }, 's, empty'],
  [{ types: ['day'] }, 's(d1), d2, mine'],
  [{ types: ['section', 'lodging'] }, 's(d1(l)), empty'],
  [{ types: ['map'] }, ''],
  [{ types: ['note'], depth: 1 }, 'n'],
  [{ types: ['note'], depth: 2 }, 'n, s(b), d2(c), mine(e)'],
  [{ day: '2027-10-04' }, 's(d1(l, a))'],
  [{ day: '2027-10-05' }, 'd2(c)'],
  [{ day: '2027-10-04', depth: 2 }, 's(d1)'],
  [{ day: '2027-10-04', types: ['note'] }, 's(d1(a))'],
  [{ day: '2027-10-04', types: ['day'] }, 's(d1)'],
  [{ day: '2027-10-05', types: ['lodging'] }, ''],
  [{ day: '2027-10-06' }, ''],
])('%j of an itinerary', (part, expected) => {
  expect(outline(shownTree(tree, part))).toBe(expected)
})

test('a generated day shows where it belongs; nothing else of what the design made is shown', () => {
  expect(shownBlock(blockOf(tree, 'd1')).data).toEqual({ title: 'd1', stopId: 'k', date: '2027-10-04', dayNumber: 1 })
  expect(shownBlock(blockOf(tree, 'mine')).data).toEqual({ title: 'mine' })
  expect(JSON.stringify(shownTree(tree))).not.toMatch(/generated|made|rank|parentId/)
})

test('a day without a date shows null', () => {
  const undated = treeWith(day('d', on(null, 3)))
  expect(shownBlock(blockOf(undated, 'd')).data).toMatchObject({ date: null, dayNumber: 3 })
})

test('a placed block says where it is', () => {
  expect(placedBlock(tree, blockOf(tree, 'a'))).toMatchObject({ id: 'a', parentId: 'd1', position: 1 })
  expect(placedBlock(tree, blockOf(tree, 'd2'))).toMatchObject({ parentId: null, position: 2 })
})
