import type { ReadDb } from '../../db/tenant.ts'
import type { Refuse } from '../../operations/problem.ts'
import type { Design } from '../design/index.ts'
import { knownRoute } from './known-route.ts'
import { toRoute } from './route.queries.ts'

/** What a trip takes of the route that it starts with. */
export async function startFromRoute(
  db: ReadDb,
  routeId: string,
  refuse: Refuse<'not_found'>,
): Promise<{ design: Design; coverImageUrl: string | null }> {
  const { design, coverUrl } = toRoute(await knownRoute(db, routeId, refuse))
  return { design, coverImageUrl: coverUrl }
}
