import { expect, test } from 'vitest'
import { BLOCK_TYPES } from './block-types.ts'
import { isContent, mayHold } from './nesting.rules.ts'

const CONTENT = BLOCK_TYPES.filter((type) => type !== 'section' && type !== 'day')

test.each([
  ['the root', null, ['section', 'day', ...CONTENT]],
  ['a section', 'section', ['day', ...CONTENT]],
  ['a day', 'day', CONTENT],
] as const)('%s holds what it may, and nothing else', (_name, container, held) => {
  expect(BLOCK_TYPES.filter((type) => mayHold(container, type)).toSorted()).toEqual([...held].toSorted())
})

test.each(CONTENT)('a %s is content: it holds nothing', (type) => {
  expect(isContent(type)).toBe(true)
  expect(BLOCK_TYPES.filter((inside) => mayHold(type, inside))).toEqual([])
})

test('sections and days are no content', () => {
  expect([isContent('section'), isContent('day')]).toEqual([false, false])
})

test('no block can come to be inside itself: of two types at most one may hold the other', () => {
  for (const one of BLOCK_TYPES) for (const other of BLOCK_TYPES) expect(mayHold(one, other) && mayHold(other, one)).toBe(false)
})
