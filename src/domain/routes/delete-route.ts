import Type from 'typebox'
import { operation } from '../../operations/operation.ts'
import { Kind, Shape, Uuid } from '../../operations/schema.ts'
import { ExpectedUpdatedAt, refuseStale } from '../../operations/stale.ts'
import { knownRoute } from './known-route.ts'
import { removeRoute } from './route.queries.ts'
import { RoutePath } from './route.ts'

export const deleteRoute = operation({
  id: 'routes.delete',
  title: 'Delete a route',
  describe: 'Trips that were made from it stay as they are. Undo brings the same route back, with its id.',
  route: 'DELETE /v1/catalog/routes/{routeId}',
  kind: 'destructive',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: RoutePath,
  query: ExpectedUpdatedAt,
  returns: Shape({ object: Kind('route'), id: Uuid(), deleted: Type.Literal(true) }),
  problems: ['not_found', 'stale_write'],

  async handle({ params, query, db, refuse }) {
    const route = await knownRoute(db, params.routeId, refuse)
    refuseStale(route, query.expectedUpdatedAt, refuse)
    await removeRoute(db, route.id)
    return { object: 'route' as const, id: route.id, deleted: true as const }
  },
})
