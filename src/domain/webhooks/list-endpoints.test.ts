import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const create = (api = agency.api) => api('POST /v1/webhook-endpoints', { body: { url: 'https://crm.example.com/x', eventTypes: ['*'] } })

test('endpoints are listed newest first, for any key of the person whose keys they belong to', async () => {
  const other = await agency.newKey()
  const first = (await create()).body
  const second = (await create(other.api)).body
  for (const { api } of [agency.key, other]) {
    const { body } = await api('GET /v1/webhook-endpoints')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(JSON.stringify(body)).not.toContain(first.secret)
  }
})

test("a colleague's endpoints are not in the list", async () => {
  await create()
  const colleague = await agency.newKey({ userId: await agency.newUser() })
  expect((await colleague.api('GET /v1/webhook-endpoints')).body.data).toEqual([])
})
