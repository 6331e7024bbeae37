import Type, { type Static } from 'typebox'
import { Nullable, named, OneOf, Shape } from '../../operations/schema.ts'

export const DOC_TYPES = ['dni', 'nie', 'passport', 'other'] as const

const ADDRESS_MEMBERS = ['line1', 'line2', 'postalCode', 'city', 'region', 'country'] as const
const line = Nullable(Type.String({ maxLength: 200 }))

export const Address = named(
  'PostalAddress',
  Shape(Object.fromEntries(ADDRESS_MEMBERS.map((member) => [member, line])) as Record<(typeof ADDRESS_MEMBERS)[number], typeof line>, {
    description: 'A postal address; every member has to be there. `country` is an ISO 3166-1 code of two letters.',
  }),
)
export type Address = Static<typeof Address>

const text = (maxLength: number, description?: string) => Nullable(Type.String({ maxLength, ...(description && { description }) }))

/** What travelers and the contact have in common. */
export const person = {
  email: Nullable(Type.String({ format: 'email', maxLength: 200 })),
  phone: text(40, 'International, like `+34 600 111 222`.'),
  address: Nullable(Address),
  docType: Nullable(OneOf(DOC_TYPES)),
  docNumber: text(40, 'The letter of a Spanish `dni` or `nie` has to be right.'),
  docCountry: text(2, 'Who issued the document: an ISO 3166-1 code of two letters.'),
  taxId: text(40),
}

/** What comes with the traveler app, which is not open for any trip yet. */
export const Access = Type.Null({ description: 'The state of access to the traveler app; null while there is none.' })
