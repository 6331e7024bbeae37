import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import { findRoute, type RouteRow } from './route.queries.ts'

/** The route, or a refusal: absent and another agency's look the same from outside. */
export async function knownRoute(db: ReadDb, routeId: string, refuse: Refuse<'not_found'>): Promise<RouteRow> {
  const route = await findRoute(db, routeId)
  if (!route) throw refuse('not_found', { detail: `There is no route ${routeId}.` })
  return route
}
