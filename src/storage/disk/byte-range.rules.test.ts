import { expect, test } from 'vitest'
import { byteRange } from './byte-range.rules.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=7-', { start: 7, end: 9 }],
  ['bytes=7-200', { start: 7, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['Bytes=1-2', { start: 1, end: 2 }],
  ['bytes=10-', 'none'],
  ['bytes=10-12', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['lines=0-1', undefined],
  ['bytes=0-9999999999999999999999', undefined],
  ['', undefined],
  [undefined, undefined],
])('of ten bytes, %j asks for %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range)
})

test.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('of nothing, %j is no part', (header) => {
  expect(byteRange(header, 0)).toBe('none')
})
