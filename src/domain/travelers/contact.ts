import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, Shape, Uuid } from '../../operations/schema.ts'
import { Access, person } from './person.ts'

/** What people write about a contact. */
const written = { name: Nullable(Type.String({ maxLength: 200 })), ...person }

export const Contact = named(
  'TripContact',
  Shape(
    {
      object: Kind('trip_contact'),
      tripId: Uuid(),
      ...written,
      account: Shape(
        { userId: Uuid(), email: Nullable(Type.String()), name: Nullable(Type.String()) },
        { description: "The customer's account with the agency: one for each address, whatever trips it booked." },
      ),
      access: Access,
      accessOpenedAt: Type.Null({ description: 'When access to the traveler app was opened; null while there is none.' }),
      accessMoved: Type.Boolean({ description: 'Whether access has gone over to another address.' }),
    },
    { description: 'Who booked a trip.' },
  ),
)
export type Contact = Static<typeof Contact>
export type ContactContent = Pick<Contact, keyof typeof written>
export const CONTACT_WRITTEN = Object.keys(written) as (keyof ContactContent)[]

export const ContactInput = Type.Partial(Type.Object(written), { additionalProperties: false })
export type ContactInput = Static<typeof ContactInput>

export const DeletedContact = named(
  'DeletedTripContact',
  Shape({ object: Kind('trip_contact'), tripId: Uuid(), deleted: Type.Literal(true) }),
)
