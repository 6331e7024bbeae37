import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDocument } from '../../../test/harness/documents.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

test('a download is an address that answers the bytes for five minutes, without a key', async () => {
  const { id } = await newDocument(agency, { bytes: 'hola', name: 'Póliza "firmada".txt', mimeType: 'text/plain' })
  const before = Date.now()
  const { status, body } = await agency.api(`GET /v1/documents/${id}/download`)
  expect([status, body.object]).toEqual([200, 'document_download'])
  const minutes = (Date.parse(body.expiresAt) - before) / 60_000
  expect(minutes).toBeGreaterThan(4.9)
  expect(minutes).toBeLessThan(6)
  const answer = await fetch(body.url)
  expect([answer.status, await answer.text()]).toEqual([200, 'hola'])
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="P_liza _firmada_.txt"; filename*=UTF-8''P%C3%B3liza%20_firmada_.txt`,
  )
})

test("a key without documents:read gets no address, nor does another agency's", async () => {
  const { id } = await newDocument(agency)
  const writer = await agency.newKey({ scopes: ['documents:write', 'trips:read'] })
  expect((await writer.api(`GET /v1/documents/${id}/download`)).body.code).toBe('insufficient_scope')
  expect((await (await world.newAgency()).api(`GET /v1/documents/${id}/download`)).status).toBe(404)
})
