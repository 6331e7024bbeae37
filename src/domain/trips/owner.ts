import type { ReadDb } from '../../db/tenant.ts'
import { invalid } from '../../operations/input.ts'
import { findUser } from '../accounts/index.ts'

/** A trip is looked after by somebody of its own agency, or by nobody. */
export async function requireColleague(db: ReadDb, ownerId: string | null): Promise<void> {
  if (ownerId === null || (await findUser(db, ownerId))) return
  throw invalid([{ path: 'ownerId', message: 'is nobody of this agency' }])
}
