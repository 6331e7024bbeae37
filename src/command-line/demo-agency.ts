import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { operatorWrite } from '../db/operator-write.ts'
import type { AgencyId } from '../db/tenant.ts'
import { allAgencies, insertAgency, openKey, openUser } from '../domain/accounts/index.ts'
import { SCOPES } from '../operations/scopes.ts'

/** A first agency to try things with, on a database that has none; the answer is its key's secret. */
export async function makeDemoAgency({ reader, writer }: { reader: pg.Pool; writer: pg.Pool }): Promise<string | undefined> {
  if ((await allAgencies(reader)).length > 0) return undefined
  const agencyId = randomUUIDv7() as AgencyId
  await insertAgency(writer, agencyId, 'Viajes Demo', undefined, undefined)
  const key = await operatorWrite(writer, agencyId, async (db) => {
    const { id } = await openUser(db, { name: 'Lucía Demo', email: 'lucia@demo.example', role: 'admin' })
    return openKey(db, id, 'Demo key', [...SCOPES])
  })
  return key.secret
}
