import type { BlockType } from '../../src/domain/itinerary/block-types.ts'

/** A block as the model has it: what is in it stands in it. */
export interface Nested {
  key: string
  type: BlockType
  data: Record<string, unknown>
  visibility: 'traveler' | 'staff'
  children: Nested[]
}
type Written = { type: BlockType; data: Record<string, unknown>; visibility?: Nested['visibility']; children?: Written[] }
type Position = 'first' | 'last' | { before: string } | { after: string }
type Place = { parent?: string | null; position?: Position }

/** An op whose blocks are named by their keys. */
export type ModelOp =
  | ({ op: 'insert'; block: Written } & Place)
  | ({ op: 'move'; block: string } & Place)
  | { op: 'update'; block: string; data: Record<string, unknown>; visibility?: Nested['visibility'] }
  | { op: 'remove' | 'duplicate' | 'unwrap'; block: string }
  | { op: 'wrap'; blocks: string[]; title: string }

export class Refused extends Error {}
const refuse = (path: string): never => {
  throw new Refused(path)
}

/** What ops mean, told with arrays in arrays and nothing else. Throws `Refused` with the path, having done nothing. */
export class NestedModel {
  root: Nested[]
  #made = 0
  /** `newKey` names the blocks that an op makes, from the top of what it made. */
  newKey: () => string
  constructor(root: Nested[] = [], newKey?: () => string) {
    this.root = root
    this.newKey = newKey ?? (() => `m${this.#made++}`)
  }

  all(siblings: readonly Nested[] = this.root): Nested[] {
    return siblings.flatMap((block) => [block, ...this.all(block.children)])
  }

  /** Answers the keys that the op is about. */
  apply(op: ModelOp): string[] {
    switch (op.op) {
      case 'insert': {
        const { into, index } = this.#place(op, op.block.type)
        const made = this.#make(op.block)
        into.splice(index, 0, made)
        return keysIn([made])
      }
      case 'move': {
        const [block, from] = this.#find(op.block, 'block')
        const { into, index } = this.#place(op, block.type, block)
        from.splice(from.indexOf(block), 1)
        into.splice(index, 0, block)
        return [block.key]
      }
      case 'update': {
        const [block] = this.#find(op.block, 'block')
        const data = { ...block.data, ...op.data }
        for (const [name, value] of Object.entries(op.data)) if (value === null) delete data[name]
        if (typeof data[nameOf(block.type)] !== 'string') refuse(`data.${nameOf(block.type)}`)
        block.data = data
        block.visibility = op.visibility ?? block.visibility
        return [block.key]
      }
      case 'remove': {
        const [block, siblings] = this.#find(op.block, 'block')
        siblings.splice(siblings.indexOf(block), 1)
        return keysIn([block])
      }
      case 'duplicate': {
        const [block, siblings] = this.#find(op.block, 'block')
        const made = this.#make(block)
        siblings.splice(siblings.indexOf(block) + 1, 0, made)
        return keysIn([made])
      }
      case 'unwrap': {
        const [block, siblings] = this.#find(op.block, 'block')
        if (!['section', 'day'].includes(block.type)) refuse('block')
        if (this.#isHidden(block)) for (const child of block.children) if (!this.#isHidden(block, true)) child.visibility = 'staff'
        siblings.splice(siblings.indexOf(block), 1, ...block.children)
        return [block.key, ...block.children.map(({ key }) => key)]
      }
      case 'wrap': {
        for (const [index, name] of op.blocks.entries()) {
          const [block, siblings] = this.#find(name, `blocks[${index}]`)
          if (siblings !== this.root || block.type === 'section') refuse(`blocks[${index}]`)
        }
        const inside = this.root.filter(({ key }) => op.blocks.includes(key))
        const at = this.root.indexOf(inside[0] as Nested)
        const made = this.#make({ type: 'section', data: { title: op.title } })
        made.children = inside
        this.root = [...this.root.slice(0, at), made, ...this.root.slice(at).filter((block) => !inside.includes(block))]
        return [made.key, ...inside.map(({ key }) => key)]
      }
    }
  }

  #find(key: string, path: string, siblings = this.root): [Nested, Nested[]] {
    const found = this.#seek(key, siblings)
    return found ?? refuse(path)
  }

  #seek(key: string, siblings: Nested[]): [Nested, Nested[]] | undefined {
    for (const block of siblings) {
      const found: [Nested, Nested[]] | undefined = block.key === key ? [block, siblings] : this.#seek(key, block.children)
      if (found) return found
    }
    return undefined
  }

  /** The array to put it in, and where in it once what moves is out of it. */
  #place({ parent, position = 'last' }: Place, type: BlockType, moving?: Nested): { into: Nested[]; index: number } {
    if (typeof position === 'string') {
      const container = parent == null ? null : this.#find(parent, 'parent')[0]
      mayStand(type, container)
      const into = container?.children ?? this.root
      return { into, index: position === 'first' ? 0 : into.filter((block) => block !== moving).length }
    }
    const [side, name] = Object.entries(position)[0] as [string, string]
    const [sibling, into] = this.#find(name, `position.${side}`)
    if (sibling === moving) refuse(`position.${side}`)
    if (parent !== undefined) {
      const asked = parent === null ? this.root : this.#find(parent, 'parent')[0].children
      if (asked !== into) refuse(`position.${side}`)
    }
    mayStand(type, this.all().find(({ children }) => children === into) ?? null)
    return { into, index: into.filter((block) => block !== moving).indexOf(sibling) + (side === 'after' ? 1 : 0) }
  }

  #make({ type, data, visibility = 'traveler', children = [] }: Written): Nested {
    return { key: this.newKey(), type, data: { ...data }, visibility, children: children.map((child) => this.#make(child)) }
  }

  #isHidden(block: Nested, isOnlyAround = false): boolean {
    const around = this.all().find(({ children }) => children.includes(block))
    return (!isOnlyAround && block.visibility === 'staff') || (around !== undefined && this.#isHidden(around))
  }
}

const keysIn = (blocks: readonly Nested[]): string[] => blocks.flatMap(({ key, children }) => [key, ...keysIn(children)])

/** The member that a block of the model has to have. */
export const nameOf = (type: BlockType): string => (type === 'note' ? 'markdown' : 'title')

function mayStand(type: BlockType, container: Nested | null): void {
  const held: Record<string, string[]> = { root: ['section', 'day', 'note'], section: ['day', 'note'], day: ['note'] }
  if (!held[container?.type ?? 'root']?.includes(type)) refuse('parent')
}
