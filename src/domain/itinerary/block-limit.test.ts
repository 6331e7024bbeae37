import { expect, test } from 'vitest'
import { note, treeWith } from '../../../test/itinerary/outline.ts'
import { isOverfull, MAX_BLOCKS } from './block-limit.ts'
import { addBlock, removeBlock } from './tree.rules.ts'

const notes = (count: number) => treeWith(...Array.from({ length: count }, (_, n) => note(`n${n}`)))

test('an itinerary is full with 2,000 blocks, and overfull with one more', () => {
  const tree = notes(MAX_BLOCKS)
  expect([MAX_BLOCKS, isOverfull(tree)]).toEqual([2000, false])
  addBlock(tree, null, 0, { type: 'divider', data: {} })
  expect(isOverfull(tree)).toBe(true)
  removeBlock(tree, 'n0')
  expect(isOverfull(tree)).toBe(false)
})

test('one that undo filled beyond the limit can be changed, but takes nothing more', () => {
  const tree = notes(MAX_BLOCKS + 50)
  expect(isOverfull(tree)).toBe(false)
  removeBlock(tree, 'n0')
  expect(isOverfull(tree)).toBe(false)
  for (let n = 0; n < 2; n++) addBlock(tree, null, 0, { type: 'divider', data: {} })
  expect(isOverfull(tree)).toBe(true)
})
