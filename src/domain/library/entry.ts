import Type, { type Static } from 'typebox'
import { Kind, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { BLOCK_TYPES, BlockName, BlockSnapshot } from '../itinerary/index.ts'
import { Tags, TagsInput } from '../tags/index.ts'

const labels = {
  id: Uuid(),
  title: Type.String(),
  rootType: OneOf(BLOCK_TYPES, { description: 'The type of the saved block.' }),
  tags: Tags,
  updatedAt: Timestamp(),
}

export const EntrySummary = named('LibraryEntrySummary', Shape({ object: Kind('library_entry_summary'), ...labels }))
export const Entry = named(
  'LibraryEntry',
  Shape({ object: Kind('library_entry'), ...labels, snapshot: BlockSnapshot }, { description: 'A saved block to put into itineraries.' }),
)
export type Entry = Static<typeof Entry>

const Title = (options = {}) => Type.String({ minLength: 1, maxLength: 200, ...options })
const block = { tripId: Uuid(), blockId: BlockName }

export const NewEntry = Shape({
  ...block,
  title: Type.Optional(Title({ description: 'Otherwise what the block is called, or how its text begins.' })),
  tags: Type.Optional(TagsInput),
})

export const EntryChanges = Shape({
  title: Type.Optional(Title()),
  tags: Type.Optional(TagsInput),
  fromTrip: Type.Optional(Shape(block, { description: 'Replaces the saved block by this one, which has to be of the same type.' })),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the entry still carries this `updatedAt`.' })),
})

export const EntryPath = Shape({ entryId: Uuid() })
