import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { AgencyId, WriteDb } from './tenant.ts'
import { openWrite } from './write.ts'

/** A write by the operator or by the service itself: the same transaction as a caller's, without a key behind it. */
export async function operatorWrite<T>(writer: pg.Pool, agencyId: AgencyId, use: (db: WriteDb) => Promise<T>): Promise<T> {
  const write = await openWrite(writer, { agencyId, writeId: randomUUIDv7() })
  let result: T
  try {
    result = await use(write.db)
  } catch (error) {
    await write.rollBack()
    throw error
  }
  await write.commit({})
  return result
}
