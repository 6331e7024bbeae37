import { operation } from '../../operations/operation.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'
import { tidyTags } from '../tags/index.ts'
import { insertRoute, toRoute } from './route.queries.ts'
import { NewRoute, Route } from './route.ts'
import { routeDesign } from './route-design.ts'

export const createRoute = operation({
  id: 'routes.create',
  title: 'Create a route',
  describe:
    'Keeps a design to start trips from, with `routeId` of `POST /v1/trips`. A route has no dates: those written in its transfers are not kept.',
  route: 'POST /v1/catalog/routes',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  body: NewRoute,
  status: 201,
  returns: Route,
  problems: [],
  example: { body: { title: 'Japón clásico', description: 'De Tokio a Osaka.', tags: ['japón', 'otoño'], design: EXAMPLE_DESIGN } },

  async handle({ body, db }) {
    const { title, description = '', tags = [], coverUrl = null } = body
    return toRoute(await insertRoute(db, { title, description, tags: tidyTags(tags), coverUrl, design: routeDesign(body.design) }))
  },
})
