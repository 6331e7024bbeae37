import { OPERATIONS } from '../catalogue.ts'
import { openDatabase } from '../db/database.ts'
import { openApiDocument } from '../http/openapi.ts'
import { catalogueOf } from '../operations/catalogue.ts'
import { openSecret } from '../secrets.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  does: 'brings the database schema up to date',
  options: {},
  async run({ settings }) {
    const database = await openDatabase(settings, openSecret(settings))
    try {
      return { applied: await database.migrate() }
    } finally {
      await database.stop()
    }
  },
  show: ({ applied }: { applied: string[] }) => (applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`),
}

export const openApiCommand: Command = {
  name: 'openapi',
  usage: '',
  does: 'prints the OpenAPI document',
  options: {},
  run: async ({ settings }) =>
    JSON.parse(
      JSON.stringify(openApiDocument(catalogueOf(OPERATIONS))).replaceAll(
        '{base_url}',
        settings.baseUrl ?? `http://${settings.host}:${settings.port}`,
      ),
    ),
  show: (document: unknown) => JSON.stringify(document, null, 2),
}
