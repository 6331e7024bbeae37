import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { AgencyId, WriteDb } from './tenant.ts'
import { openWrite } from './write.ts'

/** A write by the operator or by the service itself: the same transaction as a caller's, without a key behind it. */
export async function operatorWrite<T>(writer: pg.Pool, agencyId: AgencyId, use: (db: WriteDb) => Promise<T>): Promise<T> {
  const opened = await openWrite(writer, { agencyId, writeId: randomUUIDv7() })
  if (opened.state !== 'open') throw new Error('A write without a retry is always open')
  let result: T
  try {
    result = await use(opened.write.db)
  } catch (error) {
    await opened.write.rollBack()
    throw error
  }
  await opened.write.commit({})
  return result
}
