import fc from 'fast-check'
import type { ModelOp, Nested } from './nested-model.ts'

/** An op whose numbers pick from the blocks that there are at that moment; some point at nothing. */
export interface OpCommand {
  op: ModelOp['op']
  block: number
  others: number[]
  parent: number
  sibling: number
  where: 'first' | 'last' | 'before' | 'after' | 'none'
  /** Whether the parent is said beside a sibling. */
  saysParent: boolean
  shape: number
  text: string
  hides: boolean
}

const number = fc.nat(9999)
export const opCommand: fc.Arbitrary<OpCommand> = fc.record({
  op: fc.oneof(
    { weight: 8, arbitrary: fc.constant('insert' as const) },
    { weight: 6, arbitrary: fc.constant('move' as const) },
    { weight: 3, arbitrary: fc.constant('update' as const) },
    { weight: 2, arbitrary: fc.constantFrom('remove' as const, 'duplicate' as const, 'unwrap' as const) },
    { weight: 3, arbitrary: fc.constant('wrap' as const) },
  ),
  block: number,
  others: fc.array(number, { maxLength: 3 }),
  parent: number,
  sibling: number,
  where: fc.constantFrom('first', 'last', 'before', 'after', 'none'),
  saysParent: fc.boolean(),
  shape: number,
  text: fc.constantFrom('A', 'B', 'ñ'),
  hides: fc.boolean(),
})

const note = (text: string) => ({ type: 'note' as const, data: { markdown: text } })
const SHAPES = [
  (text: string) => note(text),
  (text: string) => ({ ...note(text), visibility: 'staff' as const }),
  (text: string) => ({ type: 'day' as const, data: { title: text }, children: [note(`${text}1`), note(`${text}2`)] }),
  (text: string) => ({ type: 'day' as const, data: { title: text } }),
  (text: string) => ({
    type: 'section' as const,
    data: { title: text },
    children: [{ type: 'day' as const, data: { title: 'in' }, children: [note('x')] }],
  }),
]

const THERE_IS_NONE = 'b999999'

/** The op that a command means while there are these blocks. */
export function opOf(command: OpCommand, blocks: readonly Nested[]): ModelOp {
  // one in twenty points at a block that is not there
  const pick = (number: number) => (number % 20 === 7 ? THERE_IS_NONE : (blocks[number % blocks.length]?.key ?? THERE_IS_NONE))
  const shape = SHAPES[command.shape % SHAPES.length] as (typeof SHAPES)[number]
  switch (command.op) {
    case 'insert':
      return { op: 'insert', block: shape(command.text), ...placeOf(command, blocks, pick) }
    case 'move':
      return { op: 'move', block: pick(command.block), ...placeOf(command, blocks, pick) }
    case 'update': {
      const block = blocks.find(({ key }) => key === pick(command.block))
      const name = block?.type === 'note' ? 'markdown' : 'title'
      // one in fifteen takes away what a block has to have
      const value = command.shape % 15 === 0 ? null : command.text
      return { op: 'update', block: pick(command.block), data: { [name]: value }, ...(command.hides && { visibility: 'staff' }) }
    }
    case 'wrap':
      return { op: 'wrap', blocks: [...new Set([command.block, ...command.others].map(pick))], title: command.text }
    default:
      return { op: command.op, block: pick(command.block) }
  }
}

function placeOf({ parent, sibling, where, saysParent }: OpCommand, blocks: readonly Nested[], pick: (number: number) => string) {
  // containers more often than chance would have them
  const containers = blocks.filter(({ type }) => type !== 'note')
  const into = parent % 3 === 0 ? null : parent % 3 === 1 ? (containers[parent % containers.length]?.key ?? null) : pick(parent)
  if (where === 'none') return {}
  if (where === 'first' || where === 'last') return { parent: into, position: where }
  const around = blocks.find(({ children }) => children.some(({ key }) => key === pick(sibling)))
  const position = where === 'before' ? { before: pick(sibling) } : { after: pick(sibling) }
  return { position, ...(saysParent && { parent: sibling % 4 === 0 ? into : (around?.key ?? null) }) }
}
