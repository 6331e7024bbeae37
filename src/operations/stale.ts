import Type from 'typebox'
import { toInstant } from '../db/instant.ts'
import type { Refuse } from './problem.ts'
import { Shape, Timestamp } from './schema.ts'

/** The query of a DELETE, which has no body to carry it. */
export const ExpectedUpdatedAt = Shape({
  expectedUpdatedAt: Type.Optional(Timestamp({ description: '409 unless the resource still carries this `updatedAt`.' })),
})

/** A write that was decided on an older state of the resource is refused, and told the current one. */
export function refuseStale(resource: { updated_at: string }, expectedUpdatedAt: string | undefined, refuse: Refuse<'stale_write'>): void {
  if (expectedUpdatedAt === undefined) return
  const updatedAt = toInstant(resource.updated_at)
  if (Temporal.Instant.compare(expectedUpdatedAt, updatedAt) === 0) return
  throw refuse('stale_write', { detail: `It changed at ${updatedAt}.`, extra: { updatedAt } })
}
