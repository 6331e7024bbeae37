import { sql } from 'kysely'
import { toInstant, toInstantOrNull } from '../../db/instant.ts'
import { type Runs, rowsOf } from '../../db/query.ts'
import type { AgencyId } from '../../db/tenant.ts'
import type { Scope } from '../../operations/scopes.ts'

// The command line looks across agencies: it is the operator's own view.

interface AgencyRow {
  id: AgencyId
  name: string
  per_key_per_minute: number
  per_agency_per_minute: number
  created_at: string
}

export async function allAgencies(runs: Runs) {
  const rows = await rowsOf(
    runs,
    sql<AgencyRow>`select id, name, per_key_per_minute, per_agency_per_minute, created_at from agencies order by created_at, id`,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    perKeyPerMinute: row.per_key_per_minute,
    perAgencyPerMinute: row.per_agency_per_minute,
    createdAt: toInstant(row.created_at),
  }))
}

interface UserRow {
  id: string
  agency_id: AgencyId
  name: string
  email: string
  role: string
  trip_deletion: string
  traveler_deletion: boolean
}

export async function allUsers(runs: Runs) {
  const rows = await rowsOf(
    runs,
    sql<UserRow>`select id, agency_id, name, email, role, trip_deletion, traveler_deletion from users order by agency_id, created_at, id`,
  )
  return rows.map((row) => ({
    id: row.id,
    agencyId: row.agency_id,
    name: row.name,
    email: row.email,
    role: row.role,
    tripDeletion: row.trip_deletion,
    travelerDeletion: row.traveler_deletion,
  }))
}

interface KeyRow {
  id: string
  agency_id: AgencyId
  user_id: string
  name: string
  prefix: string
  scopes: Scope[]
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export async function allKeys(runs: Runs) {
  const rows = await rowsOf(
    runs,
    sql<KeyRow>`
      select k.id, k.agency_id, k.user_id, k.name, k.prefix, k.scopes, k.expires_at, k.revoked_at, u.last_used_at
      from api_keys k left join api_key_usage u on u.key_id = k.id order by k.agency_id, k.created_at, k.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    agencyId: row.agency_id,
    userId: row.user_id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    expiresAt: toInstantOrNull(row.expires_at),
    revokedAt: toInstantOrNull(row.revoked_at),
    lastUsedAt: toInstantOrNull(row.last_used_at),
  }))
}

export const insertAgency = (runs: Runs, id: string, name: string, perKey: number | undefined, perAgency: number | undefined) =>
  rowsOf(runs, sql`select make_agency(${id}, ${name}, ${perKey ?? null}, ${perAgency ?? null})`)

/** In which agency a person or key is: the operator names them by id alone. */
export async function findAgencyOf(runs: Runs, table: 'users' | 'api_keys', id: string): Promise<AgencyId | undefined> {
  const [row] = await rowsOf(runs, sql<{ agency_id: AgencyId }>`select agency_id from ${sql.table(table)} where id = ${id}`)
  return row?.agency_id
}
