import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { FollowQuery, ListOf, pageOf } from '../../operations/page.ts'
import { Shape, Uuid } from '../../operations/schema.ts'
import { selectTravelers, toTraveler } from './traveler.queries.ts'
import { Traveler } from './traveler.ts'

export const listTravelers = operation({
  id: 'travelers.list',
  title: 'List travelers',
  describe:
    'Travelers of live trips, most recently changed first. To poll, pass the last `updatedAt` seen as `updatedSince` with `sort=updatedAt`, and follow `nextCursor` until it is null. Travelers who only close up when another one is added, moved or removed have not changed.',
  route: 'GET /v1/travelers',
  kind: 'read',
  scopes: ['travelers:read'],
  cost: 1,
  undo: 'none',
  query: Shape({
    ...FollowQuery,
    tripId: Type.Optional(Uuid()),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Words of the name or the email, without regard to accents and case; the beginning of a word is enough.',
      }),
    ),
  }),
  returns: ListOf(Traveler, 'A page of travelers.'),
  problems: [],

  async handle({ operationId, query, db, vault }) {
    return pageOf({ operationId, db, query }, selectTravelers(db, query), (row) => toTraveler(row, vault))
  },
})
