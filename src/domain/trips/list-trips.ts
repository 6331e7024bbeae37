import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { Metadata, MetadataValue, OneOf, Shape, Uuid } from '../../operations/schema.ts'
import { selectTrips, toTrip } from './trip.queries.ts'
import { COMMERCIAL_STATES, PUBLICATIONS, Trip } from './trip.ts'

export const listTrips = operation({
  id: 'trips.list',
  title: 'List trips',
  describe:
    'Live trips, most recently changed first. To poll, pass the last `updatedAt` seen as `updatedSince` with `sort=updatedAt`, and follow `nextCursor` until it is null: no change is missed.',
  route: 'GET /v1/trips',
  kind: 'read',
  scopes: ['trips:read'],
  cost: 1,
  undo: 'none',
  query: Shape({
    ...FollowQuery,
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the title, in upper or lower case.' })),
    publication: Type.Optional(OneOf(PUBLICATIONS)),
    commercialState: Type.Optional(OneOf(COMMERCIAL_STATES)),
    ownerId: Type.Optional(Uuid()),
    metadata: Type.Optional(
      Metadata(MetadataValue, {
        minProperties: 1,
        maxProperties: 5,
        description: '`metadata[key]=value`, up to 5 pairs that must all match.',
      }),
    ),
  }),
  returns: ListOf(Trip, 'A page of trips.'),
  problems: [],

  async handle({ operationId, query, db, baseUrl }) {
    return pageOf({ operationId, db, query }, selectTrips(db, query), (row) => toTrip(row, baseUrl))
  },
})
