import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { EVENT_ID_PATTERN } from './event-id.ts'

export const Event = named(
  'Event',
  Shape(
    {
      object: Kind('event'),
      id: Type.String({ description: 'Also the `webhook-id` of its deliveries.' }),
      type: Type.String(),
      timestamp: Timestamp({ description: 'When it happened; of a burst of edits, when the last of them did.' }),
      subject: Shape({ object: Type.String(), id: Uuid(), tripId: Nullable(Uuid()) }),
      changed: Type.Array(Type.String(), { description: 'The names of the fields that changed.' }),
      data: Type.Object({}, { description: 'The subject as its GET answers it now; `{object, id, deleted: true}` where it is gone.' }),
    },
    { description: 'Something that happened. Kept for 30 days.' },
  ),
)
export type Event = Static<typeof Event>

export const EventPath = Shape({ eventId: Type.String({ pattern: EVENT_ID_PATTERN }) })
