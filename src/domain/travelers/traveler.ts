import Type, { type Static } from 'typebox'
import { CalendarDate, Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid } from '../../operations/schema.ts'
import { Access, person } from './person.ts'

const TITLES = ['mr', 'mrs', 'ms', 'mstr', 'miss'] as const
const PAX_TYPES = ['adult', 'child', 'infant', 'unknown'] as const
const SOURCES = ['staff', 'api', 'import', 'traveler'] as const
/** What a booking needs of each passenger. */
export const NEEDED = ['firstName', 'lastName1', 'birthDate', 'sex', 'nationality', 'docType', 'docNumber', 'docExpiry'] as const

export const LAST_POSITION = 39

const name = (description?: string) => Nullable(Type.String({ maxLength: 200, ...(description && { description }) }))

/** What people write about a traveler. */
const written = {
  title: Nullable(OneOf(TITLES)),
  firstName: name(),
  lastName1: name('The surname, or surnames, as on the passport.'),
  lastName2: name('A second surname that is kept apart; usually null.'),
  birthDate: Nullable(CalendarDate()),
  sex: Nullable(OneOf(['m', 'f'])),
  nationality: Nullable(Type.String({ maxLength: 2, description: 'An ISO 3166-1 code of two letters.' })),
  ...person,
  docExpiry: Nullable(CalendarDate()),
}

export const Traveler = named(
  'Traveler',
  Shape(
    {
      object: Kind('traveler'),
      id: Uuid(),
      tripId: Uuid(),
      position: Type.Integer({ description: '0 is first on the booking.' }),
      ...written,
      title: Nullable(OneOf(TITLES, { description: 'The form of address; where none was given, the one that follows from sex and age.' })),
      paxType: OneOf(PAX_TYPES, { description: 'By the age at the start of the trip: an infant is under 2, a child under 12.' }),
      missing: Type.Array(OneOf(NEEDED), {
        description: 'What a booking still needs; `docExpiry` also where the document ends before the trip.',
      }),
      access: Access,
      source: OneOf(SOURCES, { description: 'Who entered the traveler.' }),
      consentAt: Nullable(Timestamp()),
      docsPurgedAt: Nullable(Timestamp({ description: 'When the document number was erased.' })),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    { description: 'A passenger of a trip. All members are always present.' },
  ),
)
export type Traveler = Static<typeof Traveler>
export type TravelerContent = Pick<Traveler, keyof typeof written>
export const WRITTEN = Object.keys(written) as (keyof TravelerContent)[]

const input = {
  position: Type.Optional(
    Type.Integer({ minimum: 0, maximum: LAST_POSITION, description: '0 is first on the booking; past the end means last.' }),
  ),
  ...(Type.Partial(Type.Object(written)).properties as { [Member in keyof typeof written]: Type.TOptional<(typeof written)[Member]> }),
}

export const NewTraveler = Shape(input)
export const TravelerChanges = Shape({
  ...input,
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the traveler still carries this `updatedAt`.' })),
})
export type NewTraveler = Static<typeof NewTraveler>
export type TravelerChanges = Static<typeof TravelerChanges>

export const DeletedTraveler = named(
  'DeletedTraveler',
  Shape({ object: Kind('traveler'), id: Uuid(), tripId: Uuid(), deleted: Type.Literal(true) }),
)

export const TravelerPath = Shape({ travelerId: Uuid() })
