import { expect, test } from 'vitest'
import { day, labelOf, lodging, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { isOverfull, MAX_BLOCKS } from './block-limit.ts'
import { OpRefusal } from './op-place.rules.ts'
import { applyOps, dataNeeded, opsMistakes } from './ops.rules.ts'
import type { Op } from './ops.ts'
import type { Snapshot } from './snapshot.rules.ts'
import { blockOf, type Tree } from './tree.rules.ts'
import { changesOf } from './tree-changes.rules.ts'

const STAY = { as: 'lodging', stopId: 'k', on: 'k\n0', made: { name: 'l' } } as const
const planted = () =>
  treeWith(
    section('s', day('d', note('a'), note('b')), note('c')),
    day(
      'f',
      { generated: { as: 'day', stopId: 'k', index: 0, date: '2027-10-04', dayNumber: 1, made: { title: 'f' } } },
      lodging('l', { generated: STAY }),
    ),
    note('e', { visibility: 'staff', layout: { width: 'half' }, data: { tone: 'tip' } }),
  )
const apply = (tree: Tree, ...ops: object[]) =>
  applyOps(tree, ops as Op[], new Map()).map(({ blocks }) => blocks.map(({ data }) => labelOf(data)).join(' '))
const refusedBy = (tree: Tree, ...ops: object[]) => {
  try {
    apply(tree, ...ops)
  } catch (error) {
    if (error instanceof OpRefusal) return error.errors
    throw error
  }
  return []
}

test('an insert brings a block with everything in it, and answers them from the top', () => {
  const tree = planted()
  const inside = { type: 'day', data: { title: 'D' }, children: [{ type: 'note', data: { markdown: 'N' }, visibility: 'staff' }] }
  const block = { type: 'section', data: { title: 'S' }, layout: { style: 'hero' }, children: [inside, { type: 'divider' }] }
  expect(apply(tree, { op: 'insert', block, position: 'first' })).toEqual(['S D N -'])
  expect(outlineOf(tree)).toBe('S(D(N), -), s(d(a, b), c), f(l), e')
  const made = changesOf(tree).inserted
  expect(made.map(({ visibility, layout, generated, data }) => [visibility, layout, generated, data])).toEqual([
    ['traveler', { style: 'hero' }, null, { title: 'S' }],
    ['traveler', null, null, { title: 'D' }],
    ['staff', null, null, { markdown: 'N' }],
    ['traveler', null, null, {}],
  ])
})

test('an insert completes places and flights', () => {
  const tree = treeWith()
  apply(tree, { op: 'insert', block: { type: 'place', data: { name: 'N', place: { lat: 1 } } } })
  expect(changesOf(tree).inserted[0]?.data.place).toEqual({ placeId: '', lat: 1, lng: null, formattedAddress: '' })
})

test('an update merges the data, and leaves what it does not name', () => {
  const tree = planted()
  expect(apply(tree, { op: 'update', block: 'e', data: { markdown: 'E' } })).toEqual(['E'])
  expect(blockOf(tree, 'e')).toMatchObject({ data: { markdown: 'E', tone: 'tip' }, visibility: 'staff', layout: { width: 'half' } })
  apply(tree, { op: 'update', block: 'e', data: { tone: null }, visibility: 'traveler', layout: null })
  expect(blockOf(tree, 'e')).toMatchObject({ data: { markdown: 'E' }, visibility: 'traveler', layout: null })
  expect(tree.before.get('e')).toMatchObject({ data: { markdown: 'e', tone: 'tip' }, visibility: 'staff' })
})

test('an update of a part of a place keeps the rest of it, and null takes it away', () => {
  const tree = treeWith(lodging('l', { data: { place: { placeId: 'p', lat: 1, lng: 2, formattedAddress: 'x' } } }))
  apply(tree, { op: 'update', block: 'l', data: { place: { lat: 5, formattedAddress: null } } })
  expect(blockOf(tree, 'l').data.place).toEqual({ placeId: 'p', lat: 5, lng: 2, formattedAddress: '' })
  apply(tree, { op: 'update', block: 'l', data: { place: null } })
  expect('place' in blockOf(tree, 'l').data).toBe(false)
})

test.each<[object, string]>([
  [{ markdown: null }, 'data.markdown'],
  [{ markdown: 5 }, 'data.markdown'],
  [{ tone: 'danger' }, 'data.tone'],
  [{ title: 'a' }, 'data.title'],
  [{ markdown: 'x'.repeat(30_001) }, 'data.markdown'],
  [{ markdown: 'ñ'.repeat(20_000) }, 'data'],
  [JSON.parse('{"__proto__": {"a": 1}}'), 'data.__proto__'],
  [{ constructor: 'a' }, 'data.constructor'],
])('an update is refused where the merged data is wrong: %j', (data, path) => {
  const tree = planted()
  expect(refusedBy(tree, { op: 'update', block: 'e', data }).map((error) => error.path)).toEqual([`ops[0].${path}`])
})

test.each(['Kioto', 5, true, []])('a place is never %j, though a place may have no members', (place) => {
  const tree = planted()
  expect(refusedBy(tree, { op: 'update', block: 'l', data: { place } })[0]?.path).toBe('ops[0].data.place')
  expect(refusedBy(tree, { op: 'update', block: 'l', data: { place: {} } })).toEqual([])
})

test.each(['stopId', 'date', 'dayNumber'])('the %s of a generated day is nobody’s to write', (name) => {
  expect(refusedBy(planted(), { op: 'update', block: 'f', data: { [name]: 'x' } })).toEqual([
    { path: `ops[0].data.${name}`, message: 'is not a known field' },
  ])
})

test('every mistake of a refused update is told', () => {
  const errors = refusedBy(
    planted(),
    { op: 'update', block: 'b4', data: {} },
    { op: 'update', block: 'e', data: { tone: 'x', a: 1, markdown: null } },
  )
  expect(errors.map(({ path }) => path).toSorted()).toEqual(['ops[1].data.a', 'ops[1].data.markdown', 'ops[1].data.tone'])
})

test('a removal answers everything that went', () => {
  const tree = planted()
  expect(apply(tree, { op: 'remove', block: 's' })).toEqual(['s d a b c'])
  expect(outlineOf(tree)).toBe('f(l), e')
})

test('a move answers the block alone', () => {
  expect(apply(planted(), { op: 'move', block: 'd', position: 'first' })).toEqual(['d'])
})

test('a copy stands right behind, with everything in it, and the design knows nothing of it', () => {
  const tree = planted()
  expect(apply(tree, { op: 'duplicate', block: 's' }, { op: 'duplicate', block: 'f' }, { op: 'duplicate', block: 'e' })).toEqual([
    's d a b c',
    'f l',
    'e',
  ])
  expect(outlineOf(tree)).toBe('s(d(a, b), c), s(d(a, b), c), f(l), f(l), e, e')
  const { inserted, moved, edited } = changesOf(tree)
  expect([inserted.length, moved, edited]).toEqual([8, [], []])
  expect(inserted.every(({ generated }) => generated === null)).toBe(true)
  expect(inserted.at(-1)).toMatchObject({ visibility: 'staff', layout: { width: 'half' }, data: { markdown: 'e', tone: 'tip' } })
})

test('a copy of a copy within one call has everything too', () => {
  const tree = planted()
  apply(tree, { op: 'duplicate', block: 'd', as: '$d' }, { op: 'duplicate', block: '$d' })
  expect(outlineOf(tree)).toBe('s(d(a, b), d(a, b), d(a, b), c), f(l), e')
})

test('a library entry is inserted by its id', () => {
  const entry: Snapshot = { type: 'note', visibility: 'staff', data: { markdown: 'L' }, layout: null, children: [] }
  const tree = planted()
  const ops = (entryId: string): Op[] => [{ op: 'insertFromLibrary', entryId, parent: 'd', position: 'first' }]
  applyOps(tree, ops('entry'), new Map([['entry', entry]]))
  expect(outlineOf(tree)).toBe('s(d(L, a, b), c), f(l), e')
  expect(() => applyOps(tree, ops('other'), new Map())).toThrow('there is no library entry other')
})

test('batches of copies of copies end before they fill the memory', () => {
  const tree = planted()
  const fifty = Array.from({ length: 50 }, () => ({ op: 'duplicate', block: 'a' }))
  const ops = [...fifty, ...fifty.map(() => ({ op: 'duplicate', block: 'd' })), ...fifty.map(() => ({ op: 'duplicate', block: 's' }))]
  expect(apply(tree, ...ops).length).toBeLessThan(ops.length)
  expect(isOverfull(tree)).toBe(true)
  expect(tree.blocks.size).toBeLessThan(2 * MAX_BLOCKS)
})

test('mistakes in what is to be inserted are told at once for all ops, a hundred at most', () => {
  const wrong = { op: 'insert', block: { type: 'section', data: { title: 's' }, children: [{ type: 'note' }] } }
  const ops = [wrong, { op: 'remove', block: 'x' }, wrong] as Op[]
  expect(opsMistakes(ops).map(({ path }) => path)).toEqual([0, 2].map((at) => `ops[${at}].block.children[0].data.markdown`))
  expect(opsMistakes(Array(200).fill(wrong))).toHaveLength(100)
})

test('data is asked for where an op needs what is there: of updates their blocks’, of copies everything', () => {
  const [update, remove, copy] = [
    { op: 'update', block: 'b2' },
    { op: 'remove', block: 'b3' },
    { op: 'duplicate', block: 'b4' },
  ] as Op[]
  expect(dataNeeded([update, remove] as Op[])).toEqual(['b2'])
  expect(dataNeeded([remove] as Op[])).toEqual([])
  expect(dataNeeded([update, copy] as Op[])).toBe('all')
})
