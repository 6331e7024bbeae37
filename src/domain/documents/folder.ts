import Type, { type Static } from 'typebox'
import { Kind, named, Shape, Timestamp, Uuid } from '../../operations/schema.ts'

export const DocumentFolder = named(
  'DocumentFolder',
  Shape(
    {
      object: Kind('document_folder'),
      id: Uuid(),
      tripId: Uuid(),
      name: Type.String(),
      documentCount: Type.Integer({ minimum: 0 }),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    { description: 'A folder that documents of a trip lie in.' },
  ),
)
export type DocumentFolder = Static<typeof DocumentFolder>

/** Something to read in it, and nothing that a line does not show. */
export const FolderName = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: String.raw`^[^\u0000-\u001f\u007f]*[^\u0000-\u0020\u007f][^\u0000-\u001f\u007f]*$`,
  description: 'Another than those of the trip’s other folders; upper and lower case count as the same.',
})

export const FolderPath = Shape({ folderId: Uuid() })
