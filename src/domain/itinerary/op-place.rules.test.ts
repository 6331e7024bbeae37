import { expect, test } from 'vitest'
import { day, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { OpRefusal } from './op-place.rules.ts'
import { applyOps } from './ops.rules.ts'
import type { Op } from './ops.ts'

const planted = () => treeWith(section('s', day('d', note('a'), note('b')), note('c')), day('f'), note('e'))
const N = { type: 'note', data: { markdown: 'N' } }

/** The outline after the ops, or what refused them. */
function after(...ops: object[]) {
  const tree = planted()
  try {
    applyOps(tree, ops as Op[], new Map())
    return outlineOf(tree)
  } catch (error) {
    if (!(error instanceof OpRefusal)) throw error
    return error.errors
  }
}

test.each([
  [{}, 's(d(a, b), c), f, e, N'],
  [{ parent: null }, 's(d(a, b), c), f, e, N'],
  [{ position: 'first' }, 'N, s(d(a, b), c), f, e'],
  [{ position: 'last' }, 's(d(a, b), c), f, e, N'],
  [{ parent: 's' }, 's(d(a, b), c, N), f, e'],
  [{ parent: 'd', position: 'first' }, 's(d(N, a, b), c), f, e'],
  [{ parent: 'f', position: 'first' }, 's(d(a, b), c), f(N), e'],
  [{ position: { before: 'b' } }, 's(d(a, N, b), c), f, e'],
  [{ position: { after: 'b' } }, 's(d(a, b, N), c), f, e'],
  [{ parent: 'd', position: { after: 'a' } }, 's(d(a, N, b), c), f, e'],
  [{ parent: null, position: { before: 's' } }, 'N, s(d(a, b), c), f, e'],
  // by ref: s is b1, d is b2, a is b3
  [{ parent: 'b2', position: { before: 'b3' } }, 's(d(N, a, b), c), f, e'],
  [{ parent: 'd', position: { before: 'b3' } }, 's(d(N, a, b), c), f, e'],
])('an insert at %j', (place, outline) => {
  expect(after({ op: 'insert', block: N, ...place })).toBe(outline)
})

test.each([
  ['a', { position: 'first' }, 'a, s(d(b), c), f, e'],
  ['a', {}, 's(d(b), c), f, e, a'],
  ['a', { parent: 'd' }, 's(d(b, a), c), f, e'],
  ['b', { parent: 'd', position: 'first' }, 's(d(b, a), c), f, e'],
  ['a', { position: { after: 'b' } }, 's(d(b, a), c), f, e'],
  ['a', { position: { before: 'b' } }, 's(d(a, b), c), f, e'],
  ['b', { position: { after: 'a' } }, 's(d(a, b), c), f, e'],
  ['b', { position: { before: 'a' } }, 's(d(b, a), c), f, e'],
  ['d', { position: { after: 'e' } }, 's(c), f, e, d(a, b)'],
  ['s', { position: 'last' }, 'f, e, s(d(a, b), c)'],
  ['e', { position: { after: 's' } }, 's(d(a, b), c), e, f'],
  ['f', { parent: 's', position: { after: 'd' } }, 's(d(a, b), f, c), e'],
])('%s moves to %j', (block, place, outline) => {
  expect(after({ op: 'move', block, ...place })).toBe(outline)
})

test.each([
  ['parent', { op: 'insert', block: N, parent: 'x' }, 'there is no block x here'],
  ['parent', { op: 'insert', block: N, parent: '$x' }, 'no op before this one made a block named $x'],
  ['parent', { op: 'insert', block: N, parent: 'a' }, "a note can't hold a note"],
  ['parent', { op: 'insert', block: { type: 'day', data: { title: 'D' } }, parent: 'f' }, "a day can't hold a day"],
  ['parent', { op: 'insert', block: { type: 'section', data: { title: 'S' } }, parent: 's' }, "a section can't hold a section"],
  [
    'parent',
    { op: 'insert', block: { type: 'section', data: { title: 'S' } }, position: { after: 'c' } },
    "a section can't hold a section",
  ],
  ['position.before', { op: 'insert', block: N, position: { before: 'x' } }, 'there is no block x here'],
  ['position.after', { op: 'insert', block: N, position: { after: '$x' } }, 'no op before this one made a block named $x'],
  ['position.after', { op: 'insert', block: N, parent: null, position: { after: 'c' } }, 'c is not in that parent'],
  ['position.before', { op: 'insert', block: N, parent: 'd', position: { before: 'b5' } }, 'b5 is not in that parent'],
  ['parent', { op: 'insert', block: N, parent: 'x', position: { before: 'c' } }, 'there is no block x here'],
  ['block', { op: 'move', block: 'x' }, 'there is no block x here'],
  ['position.before', { op: 'move', block: 'a', position: { before: 'a' } }, 'is the block itself'],
  ['position.after', { op: 'move', block: 'a', position: { after: 'b3' } }, 'is the block itself'],
  ['parent', { op: 'move', block: 's', parent: 's' }, "a section can't hold a section"],
  ['parent', { op: 'move', block: 's', parent: 'd' }, "a day can't hold a section"],
  ['parent', { op: 'move', block: 's', position: { before: 'd' } }, "a section can't hold a section"],
  ['parent', { op: 'move', block: 'd', position: { after: 'a' } }, "a day can't hold a day"],
  ['parent', { op: 'move', block: 'a', parent: 'a' }, "a note can't hold a note"],
  ['block', { op: 'update', block: '__proto__' }, 'there is no block __proto__ here'],
  ['block', { op: 'update', block: 'constructor' }, 'there is no block constructor here'],
  ['block', { op: 'update', block: 'null' }, 'there is no block null here'],
  ['block', { op: 'remove', block: '$' }, 'no op before this one made a block named $'],
])('refused at %s: %j', (path, op, message) => {
  expect(after({ op: 'insert', block: N }, op)).toEqual([{ path: `ops[1].${path}`, message }])
})

test('a name means the block that its op made, for every later op and in every place', () => {
  const make = { op: 'insert', block: { type: 'section', data: { title: 'S' } }, as: '$s', position: 'first' }
  expect(after(make, { op: 'insert', block: N, parent: '$s', as: '$n' }, { op: 'move', block: 'a', position: { before: '$n' } })).toBe(
    'S(a, N), s(d(b), c), f, e',
  )
  expect(after(make, { op: 'move', block: '$s', position: 'last' }, { op: 'update', block: '$s', data: { title: 'T' } })).toBe(
    's(d(a, b), c), f, e, T',
  )
  expect(after({ op: 'duplicate', block: 'a', as: '$copy' }, { op: 'move', block: '$copy', parent: null })).toBe('s(d(a, b), c), f, e, a')
  expect(after({ op: 'wrap', blocks: ['e'], title: 'W', as: '$w' }, { op: 'unwrap', block: '$w' })).toBe('s(d(a, b), c), f, e')
})

test.each([
  [
    'before its op',
    [
      { op: 'remove', block: '$n' },
      { op: 'insert', block: N, as: '$n' },
    ],
    'ops[0].block',
  ],
  ['by its own op', [{ op: 'insert', block: N, parent: '$n', as: '$n' }], 'ops[0].parent'],
  [
    'once its block is gone',
    [
      { op: 'insert', block: N, as: '$n' },
      { op: 'remove', block: '$n' },
      { op: 'remove', block: '$n' },
    ],
    'ops[2].block',
  ],
])('a name means nothing %s', (_when, ops, path) => {
  expect(after(...ops)).toEqual([{ path, message: 'no op before this one made a block named $n' }])
})

test('a name is given once, even when its block is gone', () => {
  const named = { op: 'insert', block: N, as: '$n' }
  const refused = [{ path: 'ops[2].as', message: 'an op before this one made a block named $n' }]
  expect(after(named, { op: 'remove', block: '$n' }, named)).toEqual(refused)
})

test('odd names are names like others', () => {
  for (const as of ['$__proto__', '$constructor', '$b1', `$${'x'.repeat(40)}`]) {
    expect(after({ op: 'insert', block: N, as }, { op: 'move', block: as, position: 'first' })).toBe('N, s(d(a, b), c), f, e')
  }
})

test('what an op took away is gone for the ops behind it, with everything that was in it', () => {
  for (const block of ['d', 'a', 'b3']) {
    expect(after({ op: 'remove', block: 'd' }, { op: 'update', block, data: {} })).toEqual([
      { path: 'ops[1].block', message: `there is no block ${block} here` },
    ])
  }
  expect(after({ op: 'remove', block: 'd' }, { op: 'insert', block: N, position: { after: 'a' } })).toEqual([
    { path: 'ops[1].position.after', message: 'there is no block a here' },
  ])
})
