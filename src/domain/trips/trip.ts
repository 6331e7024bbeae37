import Type, { type Static } from 'typebox'
import {
  CalendarDate,
  Kind,
  Metadata,
  MetadataValue,
  Nullable,
  named,
  OneOf,
  Shape,
  Timestamp,
  Uuid,
  WebAddress,
} from '../../operations/schema.ts'
import { Design, DesignInput } from '../design/index.ts'

export const PUBLICATIONS = ['draft', 'published'] as const
export const COMMERCIAL_STATES = [
  'nueva',
  'propuesta_enviada',
  'aceptada',
  'reserva_provisional',
  'reservada',
  'rechazada',
  'cancelada',
] as const
const FONTS = ['inter', 'montserrat', 'poppins', 'lora', 'playfair', 'source-sans'] as const
const TRAVELER_PROFILES = [
  ...['primera_vez', 'repetidor', 'familia_ninos', 'pareja', 'grupo', 'senior', 'movilidad_reducida', 'cultural'],
  ...['gastronomico', 'naturaleza', 'fotografia', 'otaku', 'compras', 'presupuesto_ajustado', 'premium'],
] as const

const HeaderMedia = Shape({ type: OneOf(['image', 'video']), url: WebAddress() })
const presentation = {
  logoUrl: Nullable(WebAddress()),
  brandColor: Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  fontFamily: Nullable(OneOf(FONTS)),
  headerMedia: Nullable(HeaderMedia),
}
const profile = {
  pace: Nullable(OneOf(['relajado', 'equilibrado', 'intenso'])),
  profiles: Type.Array(OneOf(TRAVELER_PROFILES as readonly string[]), { uniqueItems: true, maxItems: TRAVELER_PROFILES.length }),
  mobility: OneOf(['normal', 'reducida']),
  avoid: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
  notes: Type.String({ maxLength: 10_000 }),
}

export const Presentation = named(
  'Presentation',
  Shape(presentation, { description: 'How the trip looks to its travelers; null members take the look of the agency.' }),
)
export const Profile = named('Profile', Shape(profile, { description: 'What the planner knows about the travelers.' }))
export type Presentation = Static<typeof Presentation>
export type Profile = Static<typeof Profile>

export const EMPTY_PRESENTATION: Presentation = { logoUrl: null, brandColor: null, fontFamily: null, headerMedia: null }
export const EMPTY_PROFILE: Profile = { pace: null, profiles: [], mobility: 'normal', avoid: [], notes: '' }

const Title = Type.String({ minLength: 1, maxLength: 500 })
const Headcount = Type.Integer({ minimum: 1, maximum: 40, description: 'How many travel.' })
const optional = <const P extends Record<string, Type.TSchema>>(properties: P) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false })
const PresentationInput = optional(presentation)
const ProfileInput = optional(profile)

export const Trip = named(
  'Trip',
  Shape(
    {
      object: Kind('trip'),
      id: Uuid(),
      code: Type.String({ description: 'For people: `V26-0001`.' }),
      title: Type.String(),
      startDate: Nullable(CalendarDate()),
      endDate: Nullable(CalendarDate()),
      publication: OneOf(PUBLICATIONS),
      commercialState: OneOf(COMMERCIAL_STATES),
      travelers: Headcount,
      ownerId: Nullable(Uuid({ description: 'The person in the agency who looks after the trip.' })),
      design: Nullable(Design),
      presentation: Presentation,
      profile: Profile,
      coverImageUrl: Nullable(Type.String()),
      coverage: Type.Null({ description: 'Null while nothing is due.' }),
      metadata: Metadata(MetadataValue),
      appUrl: Nullable(Type.String({ description: "The trip in the agency's console." })),
      publicUrl: Nullable(Type.String({ description: 'The public link; it answers 404 while the trip is a draft.' })),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    { description: 'A trip. All members are always present.' },
  ),
)
export type Trip = Static<typeof Trip>

export const ArchivedTrip = named(
  'ArchivedTrip',
  Shape(
    {
      object: Kind('archived_trip'),
      id: Uuid(),
      code: Type.String(),
      title: Type.String(),
      startDate: Nullable(CalendarDate()),
      endDate: Nullable(CalendarDate()),
      archivedAt: Timestamp(),
      archivedBy: Nullable(Uuid({ description: 'The person who archived it.' })),
    },
    { description: 'A trip that was taken out of every list and read.' },
  ),
)

export const TripPath = Shape({ tripId: Uuid() })

export const NewTrip = Shape({
  title: Title,
  startDate: Type.Optional(Nullable(CalendarDate({ description: 'Has to be there with a design.' }))),
  endDate: Type.Optional(Nullable(CalendarDate({ description: 'Follows from a design: another one is refused.' }))),
  design: Type.Optional(DesignInput),
  templateId: Type.Optional(Uuid({ description: "Brings the template's design and blocks. At most one of the three is taken." })),
  routeId: Type.Optional(Uuid({ description: "Is taken as the route's design would be, with its cover." })),
  travelers: Type.Optional({ ...Headcount, default: 1 } as typeof Headcount),
  ownerId: Type.Optional(Uuid({ description: 'Somebody of the agency; default: the owner of the key.' })),
  presentation: Type.Optional(PresentationInput),
  profile: Type.Optional(ProfileInput),
  coverImageUrl: Type.Optional(Nullable(WebAddress())),
  metadata: Type.Optional(Metadata(MetadataValue, { maxProperties: 50 })),
})
export type NewTrip = Static<typeof NewTrip>

export const TripChanges = Shape({
  title: Type.Optional(Title),
  startDate: Type.Optional(Nullable(CalendarDate())),
  endDate: Type.Optional(Nullable(CalendarDate({ description: 'Follows from a design: another one is refused.' }))),
  design: Type.Optional(Nullable(DesignInput)),
  travelers: Type.Optional(Headcount),
  ownerId: Type.Optional(Nullable(Uuid())),
  presentation: Type.Optional(PresentationInput),
  profile: Type.Optional(ProfileInput),
  coverImageUrl: Type.Optional(Nullable(WebAddress())),
  metadata: Type.Optional(Metadata(Nullable(MetadataValue), { description: 'Merged key by key; null removes a key.' })),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the trip still carries this `updatedAt`.' })),
})
export type TripChanges = Static<typeof TripChanges>
