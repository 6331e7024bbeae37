import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const create = (body: object) => agency.api('POST /v1/catalog/routes', { body: { title: 'Japón', design: EXAMPLE_DESIGN, ...body } })

test('a route tells the cities where one stays, its nights and its stops', async () => {
  const { status, headers, body } = await create({
    description: 'De Tokio a Osaka',
    tags: ['Japón'],
    coverUrl: 'https://example.com/a.jpg',
  })
  expect([status, headers.get('service-change-id')]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(body).toEqual({
    ...{ object: 'route', id: body.id, title: 'Japón', description: 'De Tokio a Osaka', tags: ['japón'] },
    ...{ cities: ['Tokio', 'Hakone', 'Kioto', 'Hiroshima', 'Osaka'], nights: 15, stopCount: 6, design: body.design },
    ...{ coverUrl: 'https://example.com/a.jpg', createdAt: body.createdAt, updatedAt: body.createdAt },
  })
  expect(body.design.stops[1]).toMatchObject({ id: 'tokio', escala: false, transferBefore: { flight: { flightNo: 'AY73', source: '' } } })
})

test('it keeps no dates of its transfers, and their times of day', async () => {
  const returnTransfer = { id: 'vuelta', departDate: '2027-10-21', arriveDate: '2027-10-22', departTime: '22:15' }
  const { body } = await create({ design: { ...EXAMPLE_DESIGN, returnTransfer } })
  expect(body.design.returnTransfer).toMatchObject({ departDate: null, arriveDate: null, departTime: '22:15' })
  expect(JSON.stringify(body)).not.toContain('2027')
})

test('a design that is wrong as a whole is refused, and nothing is written', async () => {
  const [stop] = EXAMPLE_DESIGN.stops
  const before = await world.written()
  const { status, body } = await create({ design: { ...EXAMPLE_DESIGN, stops: [stop, stop] } })
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    ...[400, ['design.stops[1].id', 'design.stops[1].transferBefore.id']],
  ])
  expect(await world.written()).toEqual(before)
})
