import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { BLOCK_TYPES, DATA_BY_TYPE, Layout, VISIBILITIES } from './block-types.ts'

const Data = (options = {}) => Type.Unsafe<Record<string, unknown>>({ type: 'object', description: DATA_BY_TYPE, ...options })
export const BlockName = Type.String({ minLength: 1, maxLength: 64, description: 'The id of a block, or its short `ref`.' })

const STAFF = '`staff`: never in anything that a traveler or a public link can reach.'
const shown = {
  id: Uuid(),
  ref: Type.String({ description: 'Short, as `b12`: unique in its trip and never used again.' }),
  type: OneOf(BLOCK_TYPES),
  visibility: OneOf(VISIBILITIES, { description: STAFF }),
  data: Data(),
  layout: Nullable(Layout),
}
// a tree of blocks has three levels: sections, days, content
const within = { ...shown, data: Data({ description: 'By its type, as that of any block.' }) }
const Leaf = named('LeafBlock', Shape({ ...within, children: Type.Array(Type.Unknown(), { maxItems: 0 }) }))
const Inner = named('InnerBlock', Shape({ ...within, children: Type.Array(Leaf) }))
export const Block = named('Block', Shape({ ...shown, children: Type.Array(Inner) }, { description: 'A block and what is in it.' }))

const written = {
  type: OneOf(BLOCK_TYPES),
  visibility: Type.Optional(OneOf(VISIBILITIES, { default: 'traveler', description: STAFF })),
  data: Type.Optional(Data({ default: {} })),
  layout: Type.Optional(Nullable(Layout)),
}
const inside = { ...written, data: Type.Optional(Data({ default: {}, description: 'By its type, as that of any block.' })) }
const LeafInput = Shape({ ...inside, children: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0 })) })
const InnerInput = Shape({ ...inside, children: Type.Optional(Type.Array(LeafInput)) })
export const BlockInput = named('BlockInput', Shape({ ...written, children: Type.Optional(Type.Array(InnerInput)) }))

export type BlockInput = Omit<Static<typeof BlockInput>, 'children'> & { children?: BlockInput[] }

const Version = Type.Integer({ description: 'Rises with each change.' })
export const Itinerary = named(
  'Itinerary',
  Shape({
    object: Kind('itinerary'),
    tripId: Uuid(),
    version: Version,
    syncedWithDesign: Type.Boolean({ description: 'False when the design or the dates changed since the last sync.' }),
    blocks: Type.Array(Block),
    updatedAt: Timestamp(),
  }),
)

export const ItineraryBlock = named(
  'ItineraryBlock',
  Shape({
    object: Kind('itinerary_block'),
    tripId: Uuid(),
    ...Block.properties,
    path: Type.Array(Shape({ id: Uuid(), ref: Type.String(), type: OneOf(BLOCK_TYPES) }), {
      description: 'What it is in, outermost first.',
    }),
  }),
)

/** A block as an answer to ops shows it: where it is, without what is in it. */
export const PlacedBlock = named(
  'PlacedBlock',
  Shape({
    ...shown,
    parentId: Nullable(Uuid({ description: 'Null at the root.' })),
    position: Type.Integer({ description: 'Among its siblings, from 0.' }),
  }),
)
export const ItineraryVersion = Version
