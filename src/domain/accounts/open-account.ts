import { randomUUIDv7 } from 'node:crypto'
import type { WriteDb } from '../../db/tenant.ts'
import type { Scope } from '../../operations/scopes.ts'
import { insertKey, insertUser, type NewUser } from './account.queries.ts'
import { hashOf, newSecret, prefixOf } from './api-key.ts'
import { hashPassword } from './password.ts'

export interface Person {
  name: string
  email: string
  role: 'admin' | 'agent'
  tripDeletion?: NewUser['trip_deletion'] | undefined
  travelerDeletion?: boolean | undefined
  password?: string | undefined
}

/** Admins may delete what the agency has, agents their own trips, unless it is said otherwise. */
export async function openUser(db: WriteDb, person: Person): Promise<{ id: string }> {
  const id = randomUUIDv7()
  await insertUser(db, {
    ...{ id, name: person.name, email: person.email, role: person.role },
    password_hash: person.password === undefined ? null : await hashPassword(person.password),
    trip_deletion: person.tripDeletion ?? (person.role === 'admin' ? 'agency' : 'own'),
    traveler_deletion: person.travelerDeletion ?? person.role === 'admin',
  })
  return { id }
}

export interface OpenedKey {
  id: string
  prefix: string
  scopes: Scope[]
  /** Shown this once: only its hash is kept. */
  secret: string
}

export async function openKey(
  db: WriteDb,
  userId: string,
  name: string,
  scopes: Scope[],
  expiresAt: string | null = null,
): Promise<OpenedKey> {
  const secret = newSecret()
  const opened = { id: randomUUIDv7(), prefix: prefixOf(secret), scopes, secret }
  await insertKey(db, {
    ...{ id: opened.id, user_id: userId, name, prefix: opened.prefix, scopes },
    secret_hash: hashOf(secret),
    expires_at: expiresAt,
  })
  return opened
}
