import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConnectionConfig, openClient } from '../../src/db/client.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/db/embedded/server.ts'
import { migrate, migrations } from '../../src/db/migrate.ts'
import { openSecret } from '../../src/secrets.ts'
import { type TemporaryFolder, temporaryFolder } from '../harness/temporary-folder.ts'

let folder: TemporaryFolder
let server: EmbeddedServer
let owner: ConnectionConfig
beforeAll(async () => {
  folder = temporaryFolder()
  server = await startEmbeddedServer(folder.path)
  const admin = openClient(server.admin)
  await admin.connect()
  await admin.query(`create role agency_host login createrole password 'hosted'`)
  await admin.query('create database hosted owner agency_host')
  await admin.end()
  owner = { ...server.admin, database: 'hosted', user: 'agency_host', password: 'hosted' }
}, 60_000)
afterAll(async () => {
  await server.stop()
  folder.remove()
})

test('a role that owns its database and may create roles can bring the schema up to date, as often as it likes', async () => {
  const secret = openSecret({ dataDir: '/', secretKey: 'the secret of a hosted database, at least' })
  expect(await migrate(owner, secret)).toEqual(migrations().map(({ name }) => name))
  expect(await migrate(owner, secret)).toEqual([])
})
