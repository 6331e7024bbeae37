import type { Caller } from '../../operations/caller.ts'
import { subjectsOf } from '../../operations/event-types.ts'
import type { Catalogue } from '../../operations/operation.ts'

/** A key sees the events of what it can read. */
export const visibleSubjects = (caller: Caller, catalogue: Catalogue): string[] =>
  [...subjectsOf(catalogue).values()]
    .filter(({ operation }) => operation.scopes.every((scope) => caller.scopes.has(scope)))
    .map(({ name }) => name)
