import type { ReadDb } from '../../db/tenant.ts'
import type { Caller } from '../../operations/caller.ts'
import type { Refuse } from '../../operations/problem.ts'
import { type EndpointRow, findEndpoint } from './endpoint.queries.ts'

/** The endpoint, or a refusal: absent and somebody else's look the same from outside. */
export async function visibleEndpoint(db: ReadDb, caller: Caller, id: string, refuse: Refuse<'not_found'>): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, caller.userId, id)
  if (!endpoint) throw refuse('not_found', { detail: `There is no webhook endpoint ${id}.` })
  return endpoint
}
