import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { ListOf, PageQuery, pageOf } from '../../operations/page.ts'
import { Shape } from '../../operations/schema.ts'
import { selectArchivedTrips, toArchivedTrip } from './trip.queries.ts'
import { ArchivedTrip } from './trip.ts'

export const listArchivedTrips = operation({
  id: 'trips.listArchived',
  title: 'List archived trips',
  describe: 'The most recently archived first.',
  route: 'GET /v1/trips/archived',
  kind: 'read',
  scopes: ['trips:read'],
  cost: 1,
  undo: 'none',
  query: Shape({ ...PageQuery, q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Text in the title.' })) }),
  returns: ListOf(ArchivedTrip, 'A page of archived trips.'),
  problems: [],

  async handle({ operationId, query, db }) {
    const newestFirst = { column: 'archived_at', direction: 'desc' } as const
    return pageOf({ operationId, db, query }, selectArchivedTrips(db, query.q), toArchivedTrip, newestFirst)
  },
})
