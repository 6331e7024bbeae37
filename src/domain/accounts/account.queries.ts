import { type RawBuilder, sql } from 'kysely'
import { toInstantOrNull } from '../../db/instant.ts'
import { type Runs, rowsOf } from '../../db/query.ts'
import { type AgencyId, type ReadDb, type WriteDb, writeTime } from '../../db/tenant.ts'
import type { Caller } from '../../operations/caller.ts'
import type { Scope } from '../../operations/scopes.ts'

interface CallerRow {
  agency_id: AgencyId
  user_id: string
  key_id: string
  scopes: Scope[]
  expires_at: string | null
  key_name: string
  prefix: string
  user_name: string
  email: string
  trip_deletion: 'none' | 'own' | 'agency'
  traveler_deletion: boolean
  agency_name: string
  time_zone: string
  per_key_per_minute: number
  per_agency_per_minute: number
}

/** Asked without a tenant: whose key is this? Revoked keys are nobody's. */
export const findCaller = (runs: Runs, secretHash: Buffer) => findCallerWhere(runs, sql`k.secret_hash = ${secretHash}`)

export const findCallerOfKey = (runs: Runs, agencyId: string, keyId: string) =>
  findCallerWhere(runs, sql`k.agency_id = ${agencyId} and k.id = ${keyId}`)

async function findCallerWhere(runs: Runs, isKey: RawBuilder<unknown>): Promise<Caller | undefined> {
  const [row] = await rowsOf(
    runs,
    sql<CallerRow>`
      select k.agency_id, k.user_id, k.id as key_id, k.scopes, k.expires_at, k.name as key_name, k.prefix,
        u.name as user_name, u.email, u.trip_deletion, u.traveler_deletion,
        a.name as agency_name, a.time_zone, a.per_key_per_minute, a.per_agency_per_minute
      from api_keys k
      join users u on u.agency_id = k.agency_id and u.id = k.user_id
      join agencies a on a.id = k.agency_id
      where ${isKey} and k.revoked_at is null`,
  )
  if (!row) return undefined
  return {
    agencyId: row.agency_id,
    userId: row.user_id,
    keyId: row.key_id,
    scopes: new Set(row.scopes),
    user: { name: row.user_name, email: row.email, tripDeletion: row.trip_deletion, travelerDeletion: row.traveler_deletion },
    agency: {
      name: row.agency_name,
      timeZone: row.time_zone,
      perKeyPerMinute: row.per_key_per_minute,
      perAgencyPerMinute: row.per_agency_per_minute,
    },
    key: { name: row.key_name, prefix: row.prefix, expiresAt: toInstantOrNull(row.expires_at) },
  }
}

/** Tells for a set of keys that they were just used; the newest time wins, whichever process tells it. */
export const noteKeyUse = (runs: Runs, uses: ReadonlyMap<string, Date>) =>
  rowsOf(
    runs,
    sql`
      insert into api_key_usage (key_id, last_used_at)
      select * from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()].map((at) => at.toISOString())}::timestamptz[])
      on conflict (key_id) do update set last_used_at = greatest(api_key_usage.last_used_at, excluded.last_used_at)`,
  )

export const findUser = (db: ReadDb, id: string) => db.first(db.from('users').select(['id', 'name', 'email']).where('id', '=', id))

export interface NewUser {
  id: string
  name: string
  email: string
  password_hash: string | null
  role: 'admin' | 'agent'
  trip_deletion: 'none' | 'own' | 'agency'
  traveler_deletion: boolean
}

export const insertUser = (db: WriteDb, user: NewUser) => db.rows(db.insert('users', user))

export interface NewKey {
  id: string
  user_id: string
  name: string
  prefix: string
  secret_hash: Buffer
  scopes: Scope[]
  expires_at: string | null
}

export const insertKey = (db: WriteDb, key: NewKey) => db.rows(db.insert('api_keys', key))

export const setRevoked = (db: WriteDb, id: string) =>
  db.first(
    db.update('api_keys', { revoked_at: writeTime }).where('id', '=', id).where('revoked_at', 'is', null).returning(['id', 'revoked_at']),
  )
