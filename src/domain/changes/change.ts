import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'

export const CHANGE_STATUSES = ['applying', 'applied', 'failed', 'reverting', 'reverted'] as const

export const Change = named(
  'Change',
  Shape(
    {
      object: Kind('change'),
      id: Uuid(),
      operationId: Type.String({ description: 'Which operation made it.' }),
      surface: OneOf(['rest', 'mcp']),
      status: OneOf(CHANGE_STATUSES),
      tripIds: Type.Array(Uuid()),
      credentialId: Nullable(Type.String({ description: 'The key that it was made with.' })),
      error: Nullable(Type.String()),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
      revertedAt: Nullable(Timestamp()),
    },
    { description: 'A write that was recorded, and can perhaps be undone.' },
  ),
)
export type Change = Static<typeof Change>

export const ChangePath = Shape({ changeId: Uuid() })
