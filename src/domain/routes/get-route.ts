import { operation } from '../../operations/operation.ts'
import { knownRoute } from './known-route.ts'
import { toRoute } from './route.queries.ts'
import { Route, RoutePath } from './route.ts'

export const getRoute = operation({
  id: 'routes.get',
  title: 'Get a route',
  describe: 'The route with its design.',
  route: 'GET /v1/catalog/routes/{routeId}',
  kind: 'read',
  scopes: ['catalog:read'],
  cost: 1,
  undo: 'none',
  params: RoutePath,
  returns: Route,
  problems: ['not_found'],

  async handle({ params, db, refuse }) {
    return toRoute(await knownRoute(db, params.routeId, refuse))
  },
})
