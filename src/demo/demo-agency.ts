import { randomUUIDv7 } from 'node:crypto'
import type { App } from '../app.ts'
import { operatorWrite } from '../db/operator-write.ts'
import type { AgencyId } from '../db/tenant.ts'
import { allAgencies, insertAgency, openKey, openUser } from '../domain/accounts/index.ts'
import { SCOPES } from '../operations/scopes.ts'
import { type Filled, fillAgency } from './fill-agency.ts'

export interface DemoAgency extends Filled {
  agencyId: string
  /** The secret of its key: only its hash is kept. */
  secret: string
}

/** An agency to try things with, and what an agency of that size would have. */
export async function makeDemoAgency({ writer, road }: Pick<App, 'writer' | 'road'>): Promise<DemoAgency> {
  const agencyId = randomUUIDv7() as AgencyId
  await insertAgency(writer, agencyId, 'Viajes Demo', undefined, undefined)
  const { secret } = await operatorWrite(writer, agencyId, async (db) => {
    const { id } = await openUser(db, { name: 'Lucía Demo', email: 'lucia@demo.example', role: 'admin' })
    return openKey(db, id, 'Demo key', [...SCOPES])
  })
  return { agencyId, secret, ...(await fillAgency(road, secret)) }
}

/** On a database that has no agency yet. */
export const makeFirstAgency = async (app: App): Promise<DemoAgency | undefined> =>
  (await allAgencies(app.reader)).length > 0 ? undefined : makeDemoAgency(app)
