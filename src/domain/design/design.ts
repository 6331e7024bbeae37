import Type, { type Static } from 'typebox'
import { CalendarDate, Nullable, named, Shape } from '../../operations/schema.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const City = (options = {}) => Type.String({ maxLength: 200, ...options })
const Text = (options = {}) => Type.String({ maxLength: 500, ...options })
const TimeOfDay = (options = {}) =>
  Type.String({ pattern: '^(?:(?:[01]\\d|2[0-3]):[0-5]\\d)?$', description: 'Local time, `HH:MM`; empty when not known.', ...options })
const Coordinate = (limit: number, options = {}) => Nullable(Type.Number({ minimum: -limit, maximum: limit, ...options }))

const PLACE = 'Where it is on the map; empty members when not known.'
const Place = named(
  'Place',
  Shape({ placeId: Text(), lat: Coordinate(90), lng: Coordinate(180), formattedAddress: Text() }, { description: PLACE }),
)
export const PlaceInput = named(
  'PlaceInput',
  Shape(
    {
      placeId: Type.Optional(Text({ default: '' })),
      lat: Type.Optional(Coordinate(90, { default: null })),
      lng: Type.Optional(Coordinate(180, { default: null })),
      formattedAddress: Type.Optional(Text({ default: '' })),
    },
    { description: PLACE },
  ),
)

const flight = (member: typeof Text) => ({
  flightNo: member(),
  airline: member(),
  fromAirport: member(),
  toAirport: member(),
  source: member({ description: 'Where the schedule was looked up.' }),
  fetchedAt: member({ description: 'When it was looked up.' }),
  scheduleValidFor: member({ description: 'The date that the schedule holds for.' }),
})
const FLIGHT = 'The flight of a transfer; empty members when not known, all of them when one does not fly.'
const Flight = named('Flight', Shape(flight(Text), { description: FLIGHT }))
export const FlightInput = named(
  'FlightInput',
  Type.Partial(Type.Object(flight((options) => Text({ default: '', ...options }))), { additionalProperties: false, description: FLIGHT }),
)

const Days = (options = {}) =>
  Type.Integer({ minimum: 0, maximum: 30, description: 'How many dates later one arrives: 1 for an overnight flight.', ...options })
const transferDates = {
  departDate: Nullable(CalendarDate({ description: 'Null follows the calendar of the trip.' })),
  arriveDate: Nullable(CalendarDate({ description: 'Null follows the calendar of the trip.' })),
}
const TRANSFER = 'How one gets to the next stop, or home; null where nothing is said about it.'
// the name stands for "a transfer or null": `Nullable` around a named shape would write it out at each use
const TransferOrNull = named(
  'Transfer',
  Nullable(
    Shape(
      { id: Id, ...transferDates, days: Days(), departTime: TimeOfDay(), arriveTime: TimeOfDay(), flight: Flight },
      { description: TRANSFER },
    ),
  ),
)
const TransferInputOrNull = named(
  'TransferInput',
  Nullable(
    Shape(
      {
        id: Id,
        ...transferDates,
        days: Type.Optional(Days({ default: 0 })),
        departTime: Type.Optional(TimeOfDay({ default: '' })),
        arriveTime: Type.Optional(TimeOfDay({ default: '' })),
        flight: Type.Optional(FlightInput),
      },
      { description: TRANSFER },
    ),
  ),
)

const Nights = Type.Integer({ minimum: 0, maximum: 365 })
const Escala = (options = {}) => Type.Boolean({ description: 'A stop on the way, without lodging.', ...options })
const Stop = named(
  'Stop',
  Shape(
    { id: Id, city: City(), nights: Nights, transferBefore: TransferOrNull, escala: Escala(), place: Place },
    { description: 'A city and its nights.' },
  ),
)
const StopInput = named(
  'StopInput',
  Shape(
    {
      id: Id,
      city: City(),
      nights: Nights,
      transferBefore: TransferInputOrNull,
      escala: Type.Optional(Escala({ default: false })),
      place: Type.Optional(PlaceInput),
    },
    { description: 'A city and its nights.' },
  ),
)

const MAX_STOPS = 60
const ROUTE = 'The route that the days of a trip follow from. Stop ids, and transfer ids, are each unique in it.'
const cities = {
  originCity: City(),
  returnCity: Nullable(City({ description: 'Where the return transfer leads; null is back to `originCity`.' })),
}
export const Design = named(
  'Design',
  Shape(
    {
      version: Type.Literal(1),
      ...cities,
      stops: Type.Array(Stop, { maxItems: MAX_STOPS }),
      returnTransfer: TransferOrNull,
      originPlace: Place,
      returnPlace: Place,
    },
    { description: `${ROUTE} All members are always present.` },
  ),
)
export const DesignInput = named(
  'DesignInput',
  Shape(
    {
      version: Type.Literal(1),
      ...cities,
      stops: Type.Array(StopInput, { maxItems: MAX_STOPS }),
      returnTransfer: TransferInputOrNull,
      originPlace: Type.Optional(PlaceInput),
      returnPlace: Type.Optional(PlaceInput),
    },
    { description: ROUTE },
  ),
)

export type Place = Static<typeof Place>
export type Flight = Static<typeof Flight>
export type Transfer = NonNullable<Static<typeof TransferOrNull>>
export type TransferInput = NonNullable<Static<typeof TransferInputOrNull>>
export type Stop = Static<typeof Stop>
export type Design = Static<typeof Design>
export type DesignInput = Static<typeof DesignInput>

const byTrain = (id: string, departTime: string, arriveTime: string): TransferInput => ({
  ...{ id, departDate: null, arriveDate: null, departTime, arriveTime },
})

/** Eighteen dates in Japan, there with a stopover and a night in the air, and a night in the air home. */
export const EXAMPLE_DESIGN: DesignInput = {
  version: 1,
  originCity: 'Madrid',
  originPlace: { lat: 40.4168, lng: -3.7038, formattedAddress: 'Madrid, España' },
  stops: [
    {
      id: 'helsinki',
      city: 'Helsinki',
      nights: 0,
      escala: true,
      transferBefore: {
        ...{ id: 'madrid-helsinki', departDate: null, arriveDate: null, departTime: '10:15', arriveTime: '15:30' },
        flight: { flightNo: 'AY1662', airline: 'Finnair', fromAirport: 'MAD', toAirport: 'HEL' },
      },
    },
    {
      id: 'tokio',
      city: 'Tokio',
      nights: 5,
      transferBefore: {
        ...{ id: 'helsinki-tokio', departDate: null, arriveDate: null, days: 1, departTime: '17:30', arriveTime: '12:55' },
        flight: { flightNo: 'AY73', airline: 'Finnair', fromAirport: 'HEL', toAirport: 'NRT' },
      },
      place: { lat: 35.6762, lng: 139.6503, formattedAddress: 'Tokio, Japón' },
    },
    { id: 'hakone', city: 'Hakone', nights: 2, transferBefore: byTrain('tokio-hakone', '10:00', '11:25') },
    { id: 'kioto', city: 'Kioto', nights: 4, transferBefore: byTrain('hakone-kioto', '09:40', '12:10') },
    { id: 'hiroshima', city: 'Hiroshima', nights: 1, transferBefore: byTrain('kioto-hiroshima', '09:20', '11:00') },
    { id: 'osaka', city: 'Osaka', nights: 3, transferBefore: byTrain('hiroshima-osaka', '16:00', '17:25') },
  ],
  returnCity: 'Madrid',
  returnTransfer: {
    ...{ id: 'osaka-madrid', departDate: null, arriveDate: null, days: 1, departTime: '22:15', arriveTime: '10:35' },
    flight: { flightNo: 'AY68', airline: 'Finnair', fromAirport: 'KIX', toAirport: 'MAD' },
  },
}
