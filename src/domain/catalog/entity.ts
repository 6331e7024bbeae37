import Type, { type Static } from 'typebox'
import { Kind, Nullable, named, OneOf, Shape, Timestamp, Uuid, WebAddress } from '../../operations/schema.ts'
import { Tags, TagsInput } from '../tags/index.ts'

export const KINDS = ['destino', 'punto', 'alojamiento', 'actividad', 'servicio'] as const
export type EntityKind = (typeof KINDS)[number]
export const LEVELS = ['pais', 'region', 'ciudad', 'zona'] as const
export const ORIGINS = ['human', 'ai', 'api', 'import'] as const

const Name = (options = {}) =>
  Type.String({ minLength: 1, maxLength: 200, description: 'Said back as `confirm` when much is deleted.', ...options })
const Line = (options = {}) => Type.String({ maxLength: 500, ...options })
const ExternalPlace = Line({
  description: 'What a provider of maps calls it; one live entry of a kind has it, and the empty one is none. The same as `place.placeId`.',
})
const ExternalId = Line({ description: 'Its id at an outside provider.' })
const ParentId = Nullable(
  Uuid({ description: 'What it lies in or hangs from: a `destino`; for an `alojamiento`, `actividad` or `servicio` also a `punto`.' }),
)
const Level = OneOf(LEVELS, {
  description: 'How wide a `destino` is: `ciudad` unless said, `zona` within a city. Null on everything else.',
})
const Latitude = Nullable(Type.Number({ minimum: -90, maximum: 90 }))
const Longitude = Nullable(Type.Number({ minimum: -180, maximum: 180 }))
const CountryCode = (options = {}) => Type.String({ description: 'ISO 3166-1, two letters; empty when not known.', ...options })

const where = {
  parentId: ParentId,
  placeId: ExternalPlace,
  lat: Latitude,
  lng: Longitude,
  formattedAddress: Line(),
  city: Line(),
  region: Line(),
}
const PLACE = 'Where it is: in the tree of places, and on the map.'
const Place = named('CatalogPlace', Shape({ ...where, level: Nullable(Level), countryCode: CountryCode() }, { description: PLACE }))
export const PlaceInput = named(
  'CatalogPlaceInput',
  Type.Partial(Type.Object({ ...where, level: Nullable(Level), countryCode: CountryCode({ pattern: '^(?:[A-Za-z]{2})?$' }) }), {
    additionalProperties: false,
    description: PLACE,
  }),
)
export type EntityPlace = Static<typeof Place>
export type PlaceChanges = Static<typeof PlaceInput>

const FeatureKey = Type.String({ pattern: '^[a-z0-9_-]{1,60}$' })
const content = {
  summary: Line({ description: 'In one or two sentences.' }),
  description: Type.String({ maxLength: 6000, description: 'Markdown; a block that is made of the entry takes it along.' }),
  highlights: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 30 }),
  features: Type.Array(FeatureKey, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Keys of features (rasgos). Those that the agency has no name for are kept too: what a provider says is not lost.',
  }),
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  website: WebAddress(),
  phone: Type.String({ maxLength: 60 }),
  openingHours: Type.String({ maxLength: 2000 }),
  durationMinutes: Type.Integer({ minimum: 0, maximum: 100_000 }),
  priceFrom: Type.String({ pattern: '^\\d{1,9}\\.\\d{2}$', description: 'In euros, for staff.' }),
  supplier: Line({ description: 'For staff.' }),
  board: Line({ description: 'What is eaten there: `desayuno`, `media pensión` …' }),
}
type ContentMember = keyof typeof content
const CONTENT = 'What is said of it; members that nobody gave are not there.'
const Content = named('CatalogContent', Type.Partial(Type.Object(content), { additionalProperties: false, description: CONTENT }))
export type Content = Static<typeof Content>
const nullableContent = Object.fromEntries(Object.entries(content).map(([name, schema]) => [name, Nullable(schema)])) as {
  [M in ContentMember]: ReturnType<typeof Nullable<(typeof content)[M]>>
}
const ContentChanges = named(
  'CatalogContentChanges',
  Type.Partial(Type.Object(nullableContent), { additionalProperties: false, description: 'Merged by member; null takes one away.' }),
)
export type ContentChanges = Static<typeof ContentChanges>

const Image = Shape({
  id: Uuid(),
  url: Type.String(),
  thumbUrl: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  position: Type.Integer(),
})

export const Entity = named(
  'CatalogEntity',
  Shape(
    {
      object: Kind('catalog_entity'),
      id: Uuid(),
      kind: OneOf(KINDS),
      name: Name(),
      placeId: ExternalPlace,
      cityKey: Type.String({ description: 'City and country, in small ASCII letters: `kioto-jp`. Empty where no city is known.' }),
      externalId: ExternalId,
      place: Place,
      images: Type.Array(Image),
      tags: Tags,
      origin: OneOf(ORIGINS, { description: 'Who wrote it first.' }),
      content: Content,
      updatedAt: Timestamp(),
      deletedAt: Nullable(Timestamp({ description: 'Since when it has been deleted; null while it is live.' })),
    },
    { description: 'An entry of the catalog. All members are always present.' },
  ),
)
export type Entity = Static<typeof Entity>

export const NewEntity = Shape({
  kind: OneOf(KINDS),
  name: Name(),
  placeId: Type.Optional(ExternalPlace),
  externalId: Type.Optional(ExternalId),
  place: Type.Optional(PlaceInput),
  tags: Type.Optional(TagsInput),
  origin: Type.Optional(OneOf(ORIGINS, { default: 'api' })),
  content: Type.Optional(Content),
})
export type NewEntity = Static<typeof NewEntity>

export const EntityChanges = Shape({
  name: Type.Optional(Name()),
  placeId: Type.Optional(ExternalPlace),
  externalId: Type.Optional(ExternalId),
  place: Type.Optional(PlaceInput),
  tags: Type.Optional(TagsInput),
  content: Type.Optional(ContentChanges),
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the entry still carries this `updatedAt`.' })),
})
export type EntityChanges = Static<typeof EntityChanges>

export const EntityPath = Shape({ entityId: Uuid() })
