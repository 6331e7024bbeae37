import Type from 'typebox'
import { named, Shape } from '../../operations/schema.ts'
import { Block } from './block.ts'

const { id: _, ref: __, children, ...kept } = Block.properties
// what data is by its type is told once, at the top
const within = { ...kept, data: children.items.properties.data }

const Leaf = named('LeafSnapshot', Shape({ ...within, children: Type.Array(Type.Unknown(), { maxItems: 0 }) }))
const Inner = named('InnerSnapshot', Shape({ ...within, children: Type.Array(Leaf) }))
export const BlockSnapshot = named(
  'BlockSnapshot',
  Shape({ ...kept, children: Type.Array(Inner) }, { description: 'A saved block and what is in it, without ids.' }),
)
