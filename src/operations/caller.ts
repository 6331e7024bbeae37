import type { AgencyId } from '../db/tenant.ts'
import { Problem } from './problem.ts'
import type { Scope } from './scopes.ts'

/** Who calls: a key, the person it belongs to, and their agency. */
export interface Caller {
  readonly agencyId: AgencyId
  readonly userId: string
  readonly keyId: string
  readonly scopes: ReadonlySet<Scope>
  readonly user: { name: string; email: string; tripDeletion: 'none' | 'own' | 'agency'; travelerDeletion: boolean }
  readonly agency: { name: string; timeZone: string; perKeyPerMinute: number; perAgencyPerMinute: number }
  readonly key: { name: string; prefix: string; expiresAt: string | null }
}

/** Finds the caller behind a key's secret; undefined when there is none, or no longer. */
export type Authenticate = (secret: string) => Promise<Caller | undefined>

/** The secret in an `Authorization` header, for every door that speaks HTTP. */
export const bearerOf = (header: string | undefined): string | undefined => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]

export function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope))
  if (missing.length === 0) return
  throw new Problem('insufficient_scope', { detail: `The key needs ${missing.join(' and ')}.`, extra: { missingScopes: missing } })
}
