import { type App, buildApp } from '../app.ts'
import { openDatabase } from '../db/database.ts'
import { operatorWrite } from '../db/operator-write.ts'
import type { AgencyId } from '../db/tenant.ts'
import { makeDemoAgency } from '../demo/demo-agency.ts'
import { type Filled, fillAgency } from '../demo/fill-agency.ts'
import { allUsers, openKey, setRevoked } from '../domain/accounts/index.ts'
import { openLog } from '../monitoring/log.ts'
import { SCOPES } from '../operations/scopes.ts'
import { openSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { asId, type Command, UsageError } from './command.ts'

type Made = Filled & { agencyId: string; secret?: string }

export const demo: Command = {
  name: 'demo',
  usage: '[--agency ID]',
  does: 'fills an agency with believable trips, templates and library entries; without --agency, a new one',
  options: { agency: { type: 'string' } },
  run: ({ settings, values }): Promise<Made> =>
    asService(settings, (app) => (values.agency === undefined ? makeDemoAgency(app) : fill(app, asId(String(values.agency), '--agency')))),
  show: ({ secret, agencyId, trips, travelers, templates, libraryEntries, catalogEntries, routes }: Made) =>
    `Agency ${agencyId} has ${trips} more trips, ${travelers} travelers, ${templates} templates, ${libraryEntries} library entries, ${catalogEntries} catalog entries and ${routes} routes.${
      secret === undefined
        ? ''
        : `
Its key, shown only now: ${secret}`
    }`,
}

/** As somebody of the agency, with a key that is gone afterwards. */
async function fill(app: App, agencyId: string): Promise<Made> {
  const user = (await allUsers(app.reader)).find((one) => one.agencyId === agencyId)
  if (!user)
    throw new UsageError(`agency ${agencyId} has nobody in it: travesia user create --agency ${agencyId} --name NAME --email EMAIL`)
  const write = <T>(use: Parameters<typeof operatorWrite<T>>[2]) => operatorWrite(app.writer, agencyId as AgencyId, use)
  const key = await write((db) => openKey(db, user.id, 'Demo data', [...SCOPES]))
  try {
    return { agencyId, ...(await fillAgency(app.road, key.secret)) }
  } finally {
    await write((db) => setRevoked(db, key.id))
  }
}

/** The whole service without its doors, for the length of one command. */
async function asService<T>(settings: Settings, use: (app: App) => Promise<T>): Promise<T> {
  const secret = openSecret(settings)
  const database = await openDatabase(settings, secret)
  try {
    await database.migrate()
    const app = buildApp(settings, database, secret, openLog('silent'))
    try {
      return await use(app)
    } finally {
      await app.stop()
    }
  } finally {
    await database.stop()
  }
}
