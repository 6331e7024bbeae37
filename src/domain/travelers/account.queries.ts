import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadDb, WriteDb } from '../../db/tenant.ts'

/** The account with an address, in whatever case it is written. */
export const findAccount = (db: ReadDb, email: string): Promise<{ id: string } | undefined> =>
  db.first(db.from('traveler_accounts').select('id').where(sql<boolean>`lower(email) = lower(${email})`))

export async function insertAccount(db: WriteDb, email: string | null, name: string | null): Promise<string> {
  const id = randomUUIDv7()
  await db.rows(db.insert('traveler_accounts', { id, email, name }))
  return id
}

export const setAccountEmail = (db: WriteDb, id: string, email: string): Promise<unknown> =>
  db.rows(db.update('traveler_accounts', { email }).where('id', '=', id))
