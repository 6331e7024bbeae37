import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, OneOfShapes, Shape, Uuid } from '../../operations/schema.ts'
import { BlockInput, ItineraryVersion, PlacedBlock } from './block.ts'
import { Layout, VISIBILITIES } from './block-types.ts'

const Name = Type.String({
  ...{ minLength: 1, maxLength: 64 },
  description: 'The id or `ref` of a block, or the `$name` that an earlier op gave to the block it made.',
})
const As = Type.String({
  pattern: '^\\$[A-Za-z0-9_-]{1,40}$',
  description: 'A name by which later ops of the call can mean the block that this one made.',
})
const Position = Type.Unsafe<'first' | 'last' | { before: string } | { after: string }>({
  anyOf: [{ type: 'string', enum: ['first', 'last'] }, Shape({ before: Name }), Shape({ after: Name })],
  description: 'Among the blocks of the parent; `last` unless given.',
})
const place = {
  parent: Type.Optional(
    Nullable({
      ...Name,
      description: 'What to put it in; null is the root, as is leaving it out without a sibling in `position`.',
    } as typeof Name),
  ),
  position: Type.Optional(Position),
}
const as = { as: Type.Optional(As) }
const TITLE = Type.String({ maxLength: 500 })

const OPS = [
  Shape({ op: Kind('insert'), ...place, block: BlockInput, ...as }, { description: 'Adds a block, with what is in it.' }),
  Shape({ op: Kind('insertFromLibrary'), ...place, entryId: Uuid(), ...as }, { description: 'Adds a copy of a library entry.' }),
  Shape(
    { op: Kind('insertFromCatalog'), ...place, entityId: Uuid(), ...as },
    { description: 'Adds a block about a live catalog entry: its name, description, place and what else a block of its type carries.' },
  ),
  Shape(
    {
      op: Kind('update'),
      block: Name,
      data: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Merged into the data (RFC 7396): null takes a member away.' }),
      ),
      layout: Type.Optional(Nullable(Layout)),
      visibility: Type.Optional(OneOf(VISIBILITIES)),
    },
    { description: 'Changes what a block says. Its type stays.' },
  ),
  Shape({ op: Kind('move'), block: Name, ...place }, { description: 'Puts a block somewhere else, with what is in it.' }),
  Shape({ op: Kind('remove'), block: Name }, { description: 'Takes a block away, with what is in it.' }),
  Shape({ op: Kind('duplicate'), block: Name, ...as }, { description: 'Puts a copy right behind a block.' }),
  Shape(
    { op: Kind('wrap'), blocks: Type.Array(Name, { minItems: 1, maxItems: 500, uniqueItems: true }), title: TITLE, ...as },
    { description: 'Puts blocks of the root into a new section, where the first of them stands.' },
  ),
  Shape(
    { op: Kind('unwrap'), block: Name },
    { description: 'Takes a section or day away and leaves what is in it in its place; what it hid from travelers stays hidden.' },
  ),
] as const

export const Ops = Type.Array(OneOfShapes('op', OPS), { minItems: 1, maxItems: 200, description: 'Applied in order: all, or none.' })
export type Op = Static<(typeof OPS)[number]>
export type OpOf<K extends Op['op']> = Extract<Op, { op: K }>
export type Place = { parent?: string | null; position?: Static<typeof Position> }

export const OpsResult = named(
  'ItineraryOpsResult',
  Shape({
    object: Kind('itinerary_ops_result'),
    tripId: Uuid(),
    version: ItineraryVersion,
    results: Type.Array(
      Shape({
        op: Type.String(),
        blockIds: Type.Array(Uuid(), { description: 'The blocks that the op made, changed, moved or took away; what it meant first.' }),
        refs: Type.Array(Type.String(), {
          description: 'Their refs, in the same order; empty where a later op of the call took the block away again.',
        }),
      }),
      { description: 'One for each op, in their order.' },
    ),
    blocks: Type.Array(PlacedBlock, { description: 'Every block that is new or different, as it is now.' }),
  }),
)
