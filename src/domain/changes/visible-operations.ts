import type { Caller } from '../../operations/caller.ts'
import type { Catalogue, Operation } from '../../operations/operation.ts'
import { readScopeOf } from '../../operations/scopes.ts'

/** A key sees the changes of the areas that it can read. */
export const canSee = (caller: Caller, operation: Operation | undefined): boolean =>
  operation?.scopes.every((scope) => caller.scopes.has(readScopeOf(scope))) === true

export const visibleOperationIds = (caller: Caller, catalogue: Catalogue): string[] =>
  [...catalogue].filter((operation) => canSee(caller, operation)).map((operation) => operation.id)
