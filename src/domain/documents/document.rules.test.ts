import { expect, test } from 'vitest'
import { isSameContent, releaseOf } from './document.rules.ts'

test.each([
  ['staff', 'traveler', 'now'],
  ['traveler', 'staff', 'never'],
  ['traveler', 'traveler', 'as before'],
  ['staff', 'staff', 'as before'],
] as const)('from %s to %s it was released: %s', (before, after, release) => {
  expect(releaseOf(before, after)).toBe(release)
})

const PAPER = { name: 'Póliza.pdf', folderId: null, visibility: 'staff' as const }

test.each([
  [{}, true],
  [{ name: 'póliza.pdf' }, false],
  [{ folderId: '01997a4e-5c00-7000-8000-000000000001' }, false],
  [{ visibility: 'traveler' as const }, false],
])('a document and the same one with %j are alike: %s', (change, same) => {
  expect(isSameContent(PAPER, { ...PAPER, ...change })).toBe(same)
})
