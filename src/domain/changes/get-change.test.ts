import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../test/harness/api.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
let change: string
let created: Answer
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  created = await agency.api('POST /v1/trips', { body: { title: 'Trip' } })
  change = created.headers.get('service-change-id') as string
})
afterAll(() => world.stop())

test('a change tells which operation made it, with which key, on which trip', async () => {
  const { status, body } = await agency.api(`GET /v1/changes/${change}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: change, operationId: 'trips.create', credentialId: agency.key.id, tripIds: [created.body.id] })
  expect(body.createdAt).toBe(created.body.createdAt)
})

test('another key of the same person sees it, where it can read the area', async () => {
  const reader = await agency.newKey({ scopes: ['trips:read'] })
  expect((await reader.api(`GET /v1/changes/${change}`)).status).toBe(200)
  const blind = await agency.newKey({ scopes: ['trips:write'] })
  expect((await blind.api(`GET /v1/changes/${change}`)).body.code).toBe('not_found')
})

test('for a colleague, another agency and an unknown id it is not found', async () => {
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  const stranger = await world.newAgency()
  const unknown = '00000000-0000-7000-8000-000000000000'
  const answers = [
    await colleague.api(`GET /v1/changes/${change}`),
    await stranger.api(`GET /v1/changes/${change}`),
    await agency.api(`GET /v1/changes/${unknown}`),
  ]
  expect(answers.map(({ status, body }) => [status, body.code, body.detail.replace(unknown, change)])).toEqual(
    Array(3).fill([404, 'not_found', `There is no change ${change}.`]),
  )
})
