import { expect, test } from 'vitest'
import { day, lodging, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { copyTree, dataOfCopy, snapshotOf, withoutOrigin } from './snapshot.rules.ts'
import { blockOf, childrenOf } from './tree.rules.ts'

const STAY = { as: 'lodging', stopId: 'k', on: 'k\n0', made: { name: 'l' } } as const
const planted = () =>
  treeWith(
    section('s', { layout: { style: 'hero' } }, day('d', lodging('l', { generated: STAY }), note('a', { visibility: 'staff' }))),
    note('b'),
  )

test('a snapshot carries everything in a block, and no ids', () => {
  const shot = snapshotOf(planted(), 's')
  expect(shot).toMatchObject({
    type: 'section',
    layout: { style: 'hero' },
    children: [{ type: 'day', children: [{ generated: STAY }, { visibility: 'staff' }] }],
  })
  expect(JSON.stringify(shot)).not.toMatch(/"(id|ref|rank|parentId)"/)
  expect(JSON.stringify(withoutOrigin(shot))).not.toMatch(/generated|made/)
})

test('a copy leaves behind whose it was, its papers, and that it was booked', () => {
  const data = { name: 'a', travelerIds: ['x'], documentIds: ['y'], confirmationCode: 'X1', bookingStatus: 'confirmado', supplier: 'S' }
  expect(dataOfCopy(data)).toEqual({ name: 'a', bookingStatus: 'pendiente', supplier: 'S' })
  expect(dataOfCopy({ name: 'a' })).toEqual({ name: 'a' })
})

test('a copied tree has the same blocks as blocks of its own, in the same order', () => {
  const tree = planted()
  const copy = copyTree(tree)
  expect([outlineOf(copy), copy.before.size]).toEqual([outlineOf(tree), 0])
  expect([...copy.blocks.keys()].some((id) => tree.blocks.has(id))).toBe(false)
  const [section = ''] = childrenOf(copy, null)
  const [inner = ''] = childrenOf(copy, section)
  expect(childrenOf(copy, inner).map((id) => [blockOf(copy, id).generated, blockOf(copy, id).visibility, blockOf(copy, id).ref])).toEqual([
    [STAY, 'traveler', ''],
    [null, 'staff', ''],
  ])
})
