import { canonical } from '../../operations/canonical.ts'
import { operation } from '../../operations/operation.ts'
import { refuseStale } from '../../operations/stale.ts'
import { tidyTags } from '../tags/index.ts'
import { knownRoute } from './known-route.ts'
import { toRoute, writeRoute } from './route.queries.ts'
import { Route, RouteChanges, RoutePath } from './route.ts'
import { routeDesign } from './route-design.ts'

export const updateRoute = operation({
  id: 'routes.update',
  title: 'Update a route',
  describe: 'Absent members stay as they are; `tags` and `design` are replaced whole. Trips that were made from it stay as they are.',
  route: 'PATCH /v1/catalog/routes/{routeId}',
  kind: 'write',
  scopes: ['catalog:write'],
  cost: 1,
  undo: 'captured',
  params: RoutePath,
  body: RouteChanges,
  returns: Route,
  problems: ['not_found', 'stale_write'],
  example: { body: { title: 'Japón clásico, sin prisas', tags: ['japón'] } },

  async handle({ params, body, db, refuse }) {
    const row = await knownRoute(db, params.routeId, refuse)
    refuseStale(row, body.expectedUpdatedAt, refuse)
    const before = toRoute(row)
    const { tags, design, expectedUpdatedAt: _, ...plain } = body
    const after = { ...before, ...plain, ...(tags && { tags: tidyTags(tags) }), ...(design && { design: routeDesign(design) }) }

    if (canonical(after) === canonical(before)) return before
    return toRoute(await writeRoute(db, row.id, after))
  },
})
