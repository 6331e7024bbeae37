import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankAt, rankOfMoved } from './place.rules.ts'

const inOrder = (row: { id: string; rank: string }[]) => row.toSorted((one, other) => (one.rank < other.rank ? -1 : 1))

test('adding, moving and taking away by ranks is what it is in a list', () => {
  const step = fc.record({ what: fc.constantFrom('add', 'move', 'take'), who: fc.nat(39), to: fc.nat(39) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let row: { id: string; rank: string }[] = []
      const list: string[] = []
      for (const [n, { what, who, to }] of steps.entries()) {
        const id = what === 'add' ? `t${n}` : list[who % Math.max(1, list.length)]
        if (id === undefined) continue
        const before = row
        if (what === 'add') row = inOrder([...row, { id, rank: rankAt(row, to) }])
        if (what === 'move') row = inOrder(row.map((one) => (one.id === id ? { id, rank: rankOfMoved(before, id, to) } : one)))
        if (what === 'take') row = row.filter((one) => one.id !== id)
        if (what !== 'add') list.splice(list.indexOf(id), 1)
        if (what !== 'take') list.splice(Math.min(to, list.length), 0, id)
        expect(row.map((one) => one.id)).toEqual(list)
      }
    }),
  )
})

test('who stands at a place already keeps the rank', () => {
  const row = [
    { id: 'a', rank: 'a0' },
    { id: 'b', rank: 'a1' },
  ]
  expect([rankOfMoved(row, 'a', 0), rankOfMoved(row, 'b', 1), rankOfMoved(row, 'b', 39)]).toEqual(['a0', 'a1', 'a1'])
  expect(rankOfMoved(row, 'b', 0) < 'a0').toBe(true)
})
