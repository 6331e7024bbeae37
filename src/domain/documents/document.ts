import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid, WebAddress } from '../../operations/schema.ts'
import { MAX_MEDIA_TYPE, MEDIA_TYPE } from '../../storage/media-type.ts'
import { MAX_UPLOAD_BYTES } from '../../storage/storage.ts'

export const VISIBILITIES = ['staff', 'traveler'] as const
export type Visibility = (typeof VISIBILITIES)[number]

const Person = () => Nullable(Shape({ id: Type.String(), name: Nullable(Type.String()) }))

export const Document = named(
  'Document',
  Shape(
    {
      object: Kind('document'),
      id: Uuid(),
      tripId: Uuid(),
      folderId: Nullable(Uuid({ description: 'Null: it lies in no folder.' })),
      name: Type.String(),
      mimeType: Type.String({ description: 'As the storage received it.' }),
      byteSize: Type.Integer({ minimum: 0 }),
      status: OneOf(['pending', 'ready'], { description: 'What is `pending` is not shown yet.' }),
      visibility: OneOf(VISIBILITIES, { description: '`staff`: internal. `traveler`: released to the travelers of the trip.' }),
      visibleToTravelersNow: Type.Boolean({ description: 'Released, and the trip is published.' }),
      visibleAt: Nullable(Timestamp({ description: 'When it was last released; null while it is internal.' })),
      createdBy: Person(),
      updatedBy: Person(),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
      appUrl: Nullable(Type.String({ description: "The trip's documents in the console." })),
    },
    { description: 'A paper of a trip.' },
  ),
)
export type Document = Static<typeof Document>

const DocumentName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: String.raw`^[^\u0000-\u001f\u007f]*[^\u0000-\u0020\u007f][^\u0000-\u001f\u007f]*$`,
  description: 'What people see, and what it is saved as.',
})

export const NewDocument = Shape({
  name: DocumentName,
  mimeType: Type.String({ pattern: MEDIA_TYPE, maxLength: MAX_MEDIA_TYPE, description: 'As in `application/pdf`.' }),
  byteSize: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_UPLOAD_BYTES, description: 'What is going to come, where it is known.' }),
  ),
  folderId: Type.Optional(Nullable(Uuid({ description: 'Where it is to lie, unless the completion says otherwise.' }))),
})

export const DocumentUpload = named(
  'DocumentUpload',
  Shape(
    {
      object: Kind('document_upload'),
      documentId: Uuid(),
      uploadUrl: WebAddress({ description: 'PUT the bytes there, once, without the API key.' }),
      method: Kind('PUT'),
      headers: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'To be sent with the PUT.',
      }),
      maxBytes: Type.Integer(),
      expiresAt: Timestamp(),
    },
    { description: 'Where the bytes of a document are to be put.' },
  ),
)

export const DocumentUploadPreview = named(
  'DocumentUploadPreview',
  Shape({
    object: Kind('document_upload_preview'),
    tripId: Uuid(),
    folderId: Nullable(Uuid()),
    name: Type.String(),
    mimeType: Type.String(),
    maxBytes: Type.Integer(),
  }),
)

export const Completion = Shape({
  visibility: Type.Optional(OneOf(VISIBILITIES, { default: 'staff' })),
  folderId: Type.Optional(Nullable(Uuid({ description: 'Null: in no folder. Absent: where the start of the upload said, if it did.' }))),
})

export const DocumentChanges = Shape({
  name: Type.Optional(DocumentName),
  folderId: Type.Optional(Nullable(Uuid({ description: 'A folder of its trip; null takes it out.' }))),
  visibility: Type.Optional(OneOf(VISIBILITIES)),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the document still carries this `updatedAt`.' })),
})

/** What both lists of documents can be narrowed by. */
export const DocumentFilters = {
  folderId: Type.Optional(Uuid()),
  loose: Type.Optional(Type.Boolean({ default: false, description: 'Only what lies in no folder.' })),
  visibility: Type.Optional(OneOf(VISIBILITIES)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the name, in upper or lower case.' })),
}

export const DocumentPath = Shape({ documentId: Uuid() })
