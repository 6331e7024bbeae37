import { expect, test } from 'vitest'
import { day, labelOf, note, outlineOf, section, treeWith } from '../../../test/itinerary/outline.ts'
import { completeDesign, type DesignInput } from '../design/index.ts'
import { layOut } from './lay-out.rules.ts'
import { planOf } from './plan.rules.ts'
import { syncWithPlan } from './sync.rules.ts'
import { addBlock, type Block, blockOf, childrenOf, placeBlock, removeBlock, type Tree, treeOf } from './tree.rules.ts'
import { changesOf } from './tree-changes.rules.ts'

/** `k2 o1`: two nights in K, one in O, a transfer to each; `~o1` gets there without one, `t+k2` takes a night to get there. */
function designOf(route: string): DesignInput {
  const stops = route.split(' ').map((word) => {
    const [, by = '', id = '', nights = ''] = /^(~|t\+)?(\w)(\d)$/.exec(word) ?? []
    const days = by === 't+' ? 1 : 0
    const transferBefore = by === '~' ? null : { id: `to ${id}`, departDate: null, arriveDate: null, days }
    return { id, city: id.toUpperCase(), nights: Number(nights), transferBefore }
  })
  return { version: 1, originCity: 'M', returnCity: null, returnTransfer: null, stops }
}
const START = '2027-10-04'
const planFor = (route: string, startDate: string | null = START) => planOf(completeDesign(designOf(route)), startDate)

/** As read again: what was written is what was there before. */
const again = (tree: Tree): Tree => {
  changesOf(tree)
  return treeOf([...tree.blocks.values()].toSorted((one, other) => ((one.rank as string) < (other.rank as string) ? -1 : 1)))
}
const laidOut = (route: string): Tree => again(layOut(completeDesign(designOf(route)), START).tree)
function sync(tree: Tree, route: string, startDate: string | null = START) {
  syncWithPlan(tree, planFor(route, startDate))
  const { inserted, moved, edited, removed } = changesOf(tree)
  const second = again(tree)
  syncWithPlan(second, planFor(route, startDate))
  const more = changesOf(second)
  expect([more.inserted, more.moved, more.edited, more.removed]).toEqual([[], [], [], []])
  return [inserted.length, edited.length, removed.length, moved.length]
}
const labelled = (tree: Tree, label: string): Block => [...tree.blocks.values()].find(({ data }) => labelOf(data) === label) as Block
const dayOf = (tree: Tree, stopId: string, index: number): Block =>
  [...tree.blocks.values()].find(
    ({ generated }) => generated?.as === 'day' && generated.stopId === stopId && generated.index === index,
  ) as Block
const write = (tree: Tree, into: Block, label: string) =>
  addBlock(tree, into.id, childrenOf(tree, into.id).length, { type: 'note', data: { markdown: label } }).id
const K = 'Alojamiento en K'
const O = 'Alojamiento en O'

test('a design is laid out as a day for each date, with its transfers and lodgings', () => {
  expect(outlineOf(laidOut('k2 o1'))).toBe(`M → K(M→K, ${K}), K, K → O(K→O, ${O}), O`)
})

test('new dates move the days’ dates, and nothing else', () => {
  const tree = laidOut('k2 o1')
  // four days, two transfers, two lodgings
  expect(sync(tree, 'k2 o1', '2027-11-04')).toEqual([0, 8, 0, 0])
  expect(dayOf(tree, 'k', 0).generated).toMatchObject({ date: '2027-11-04', dayNumber: 1 })
  expect(labelled(tree, K).data).toMatchObject({ checkIn: '2027-11-04', checkOut: '2027-11-06' })
})

test('a trip that loses its dates keeps its days and loses the dates in them; they come back with the dates', () => {
  const tree = laidOut('k2 o1')
  sync(tree, 'k2 o1', null)
  expect(labelled(tree, K).data).toEqual({ name: K, nights: 2 })
  expect(dayOf(tree, 'k', 0).generated).toMatchObject({ date: null, dayNumber: 1 })
  sync(tree, 'k2 o1')
  expect(labelled(tree, K).data).toEqual({ name: K, nights: 2, checkIn: START, checkOut: '2027-10-06' })
})

test('nights more are days more at the end of the stop, nights fewer days fewer; what was in them goes to the last that stays', () => {
  const tree = laidOut('k1 o1')
  expect(sync(tree, 'k3 o1')[0]).toBe(2)
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}), K, K, K → O(K→O, ${O}), O`)
  write(tree, dayOf(tree, 'k', 0), 'first')
  write(tree, dayOf(tree, 'k', 2), 'third')
  sync(tree, 'k1 o1')
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}, first, third), K → O(K→O, ${O}), O`)
})

test('a night more under way is a day more before the arrival, whose content stays on it', () => {
  const tree = laidOut('k1')
  write(tree, dayOf(tree, 'k', 0), 'arrival')
  sync(tree, 't+k1')
  expect(outlineOf(tree)).toBe(`M → K(M→K), K(${K}, arrival), K`)
  write(tree, dayOf(tree, 'k', -1), 'in the air')
  sync(tree, 'k1')
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}, arrival), K(in the air)`)
})

test('stops that change places take what people wrote with them, and as few days move as can be', () => {
  const tree = laidOut('k3 o1 h2')
  write(tree, dayOf(tree, 'o', 0), 'in O')
  write(tree, dayOf(tree, 'k', 1), 'in K')
  const days = [...childrenOf(tree, null)]
  sync(tree, 'o1 k3 h2')
  expect(outlineOf(tree)).toBe(`M → O(M→O, ${O}, in O), O → K(O→K, ${K}), K(in K), K, K → H(K→H, Alojamiento en H), H, H`)
  expect(childrenOf(tree, null).filter((id) => blockOf(tree, id).rank === tree.before.get(id)?.rank)).toHaveLength(days.length - 1)
})

test('what stood in the days of a stop that is gone goes to a section of its own, at the end', () => {
  const tree = laidOut('k1 o2')
  write(tree, dayOf(tree, 'k', 0), 'in K')
  addBlock(tree, null, 4, { type: 'note', data: { markdown: 'loose' } })
  sync(tree, 'o2')
  expect(outlineOf(tree)).toBe(`M → O(M→O, ${O}), O, O, loose, Sin asignar(in K)`)
  // a second stop that goes finds the section there
  write(tree, dayOf(tree, 'o', 1), 'in O')
  sync(tree, 'h1')
  expect(outlineOf(tree)).toBe('M → H(M→H, Alojamiento en H), H, loose, Sin asignar(in K, in O)')
})

test('an empty day leaves no trace', () => {
  const tree = laidOut('k1 o1')
  sync(tree, 'o1')
  expect(outlineOf(tree)).toBe(`M → O(M→O, ${O}), O`)
})

test('a design that is another one altogether has its days where the old ones stood', () => {
  const tree = laidOut('k1')
  addBlock(tree, null, 0, { type: 'section', data: { title: 'before' } })
  addBlock(tree, null, 3, { type: 'section', data: { title: 'after' } })
  sync(tree, 'h1')
  expect(outlineOf(tree)).toBe('before, M → H(M→H, Alojamiento en H), H, after')
})

test('new days stand beside those of their stop, wherever people have put them', () => {
  const tree = laidOut('k1 o1')
  const { id } = addBlock(tree, null, 0, { type: 'section', data: { title: 's' } })
  placeBlock(tree, dayOf(tree, 'k', 0).id, id, 0)
  sync(tree, 'k2 o1')
  expect(outlineOf(tree)).toBe(`s(M → K(M→K, ${K}), K), K → O(K→O, ${O}), O`)
})

test('what people wrote over something generated stays; what they did not write follows the design', () => {
  const tree = laidOut('k1 o1')
  const stay = labelled(tree, K)
  stay.data = { ...stay.data, name: 'Ryokan', nights: 7, supplier: 'S' }
  const title = dayOf(tree, 'k', 0)
  title.data = { title: 'Llegada', summary: 'x' }
  sync(tree, 'k2 o1', '2027-11-01')
  expect(blockOf(tree, stay.id).data).toEqual({ name: 'Ryokan', nights: 7, supplier: 'S', checkIn: '2027-11-01', checkOut: '2027-11-03' })
  expect(title.data).toEqual({ title: 'Llegada', summary: 'x' })
  expect(dayOf(tree, 'k', 0).generated).toMatchObject({ date: '2027-11-01', made: { title: 'M → K' } })
})

test('a member that people took away stays away', () => {
  const tree = laidOut('k1')
  const stay = labelled(tree, K)
  stay.data = { name: K, nights: 1 }
  sync(tree, 'k1', '2027-11-01')
  expect(stay.data).toEqual({ name: K, nights: 1 })
})

test.each<[string, (block: Block) => void, string]>([
  ['untouched goes', () => {}, ''],
  ['with a supplier stays', (block) => (block.data = { ...block.data, supplier: 'S' }), K],
  ['that was hidden stays', (block) => (block.visibility = 'staff'), K],
  ['with a layout stays', (block) => (block.layout = { width: 'half' }), K],
])('the lodging of a stop that is gone: one %s', (_what, touch, left) => {
  const tree = laidOut('k1 o1')
  const stay = labelled(tree, K)
  touch(stay)
  sync(tree, 'o1')
  expect(outlineOf(tree)).toBe(`M → O(M→O, ${O}), O${left && `, Sin asignar(${left})`}`)
  if (left) expect(blockOf(tree, stay.id).generated).toBeNull()
})

test('a transfer that the design has no more goes, unless people wrote in it', () => {
  const tree = laidOut('k1 o1')
  const bus = labelled(tree, 'K→O')
  bus.data = { ...bus.data, confirmationCode: 'X1' }
  sync(tree, '~k1 ~o1')
  expect(outlineOf(tree)).toBe(`K(${K}), K → O(K→O, ${O}), O`)
  // and the new one does not take its place
  sync(tree, '~k1 o1')
  expect([...tree.blocks.values()].filter(({ data }) => labelOf(data) === 'K→O')).toHaveLength(2)
  expect(bus.data.confirmationCode).toBe('X1')
})

test('a day that people wrote over is kept whole where its stop is gone, and gives its content where the stop lives', () => {
  const gone = laidOut('k1 o1')
  dayOf(gone, 'k', 0).data = { title: 'mine' }
  write(gone, dayOf(gone, 'k', 0), 'a')
  sync(gone, 'o1')
  expect(outlineOf(gone)).toBe(`M → O(M→O, ${O}), O, Sin asignar(mine(a))`)

  const shorter = laidOut('k2 o1')
  dayOf(shorter, 'k', 1).data = { title: 'mine' }
  write(shorter, dayOf(shorter, 'k', 1), 'a')
  sync(shorter, 'k1 o1')
  expect(outlineOf(shorter)).toBe(`M → K(M→K, ${K}, a), K → O(K→O, ${O}), O, Sin asignar(mine)`)
})

test('what a hidden day hid is hidden wherever it goes', () => {
  const tree = laidOut('k2 o1')
  dayOf(tree, 'k', 1).visibility = 'staff'
  dayOf(tree, 'o', 0).visibility = 'staff'
  const [a, b] = [write(tree, dayOf(tree, 'k', 1), 'a'), write(tree, dayOf(tree, 'o', 0), 'b')]
  sync(tree, 'k1 h1')
  expect(outlineOf(tree)).toContain(`M → K(M→K, ${K}, a)`)
  expect([a, b].map((id) => blockOf(tree, id).parentId)).not.toContain(null)
  // a stands in a day that travelers see; b in its own, which they still don't
  expect(blockOf(tree, a).visibility).toBe('staff')
  expect(blockOf(tree, blockOf(tree, b).parentId as string).visibility).toBe('staff')
})

test('what people took out of a day stays where they put it, while its day stays', () => {
  const tree = laidOut('k2 o1')
  placeBlock(tree, labelled(tree, K).id, dayOf(tree, 'k', 1).id, 0)
  sync(tree, 'k2 o1', '2027-11-01')
  expect(outlineOf(tree)).toBe(`M → K(M→K), K(${K}), K → O(K→O, ${O}), O`)
  sync(tree, 'k1 o1')
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}), K → O(K→O, ${O}), O`)
})

test('what people took away of the generated comes back', () => {
  const tree = laidOut('k2 o1')
  removeBlock(tree, labelled(tree, K).id)
  removeBlock(tree, dayOf(tree, 'k', 1).id)
  expect(sync(again(tree), 'k2 o1')).toEqual([2, 0, 0, 0])
})

test('days and pieces that undo brought back beside new ones are there once', () => {
  const tree = laidOut('k2 o1')
  const doubled = dayOf(tree, 'k', 1)
  const twin = addBlock(tree, null, 0, { type: 'day', data: doubled.data, generated: doubled.generated })
  write(tree, twin, 'twin')
  write(tree, doubled, 'own')
  const stay = labelled(tree, K)
  addBlock(tree, twin.id, 0, { type: 'lodging', data: stay.data, generated: stay.generated })
  addBlock(tree, twin.id, 0, { type: 'lodging', data: { ...stay.data, supplier: 'S' }, generated: stay.generated })
  sync(tree, 'k2 o1')
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}), K(own, ${K}, twin), K → O(K→O, ${O}), O`)
  expect([...tree.blocks.values()].filter(({ generated }) => generated?.as === 'lodging')).toHaveLength(2)
})

test('people’s own days are none of the design’s business', () => {
  const tree = treeWith(day('mine', note('a')), section('s', day('other')))
  sync(tree, 'k1')
  expect(outlineOf(tree)).toBe(`mine(a), s(other), M → K(M→K, ${K}), K`)
})

test('a piece that people put into the day of another stop comes back to its own when that one goes', () => {
  const tree = laidOut('k1 o1 h1')
  placeBlock(tree, labelled(tree, K).id, dayOf(tree, 'o', 0).id, 0)
  sync(tree, 'k1 h1')
  expect(outlineOf(tree)).toBe(`M → K(M→K, ${K}), K → H(K→H, Alojamiento en H), H`)
})

test('what comes anew stands at the head of its day, before what people wrote and among what is generated', () => {
  const tree = laidOut('k2 o1')
  const x = write(tree, dayOf(tree, 'k', 0), 'x')
  removeBlock(tree, labelled(tree, 'M→K').id)
  placeBlock(tree, x, dayOf(tree, 'k', 0).id, 0)
  sync(tree, 'k2 o1')
  expect(outlineOf(tree).startsWith(`M → K(M→K, x, ${K})`)).toBe(true)
})
