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

const ID = '01890000-0000-7000-8000-000000000001'
const withoutIds = (blocks: { children: [] }[]): unknown[] =>
  blocks.map(({ id: _, ref: __, children, ...block }: Record<string, unknown> & { children: [] }) => ({
    ...block,
    children: withoutIds(children),
  }))
const itinerary = async (tripId: string) => (await agency.api(`GET /v1/trips/${tripId}/itinerary`)).body

const original = async () =>
  agency.newTrip({
    ...{ title: 'Japón', startDate: '2027-10-04', design: EXAMPLE_DESIGN, travelers: 3, metadata: { crm: '1' } },
    ...{ presentation: { brandColor: '#ff0000' }, profile: { notes: 'vegetarianos' }, coverImageUrl: 'https://example.com/fuji.jpg' },
  })

test('the copy is a draft with the design, dates, headcount, cover and itinerary, and nothing else', async () => {
  const trip = await original()
  await agency.api(`POST /v1/trips/${trip.id}/publish`)
  await agency.api(`POST /v1/trips/${trip.id}/commercial-state`, { body: { state: 'aceptada' } })
  const { status, headers, body } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  expect(status).toBe(201)
  expect(headers.get('service-change-id')).toBeNull()
  const kept = (({ startDate, endDate, design, travelers, coverImageUrl }) => ({ startDate, endDate, design, travelers, coverImageUrl }))(
    trip,
  )
  expect(body).toMatchObject({ ...kept, title: 'Copia de Japón', publication: 'draft', commercialState: 'nueva', metadata: {} })
  expect(body.presentation.brandColor).toBeNull()
  expect(body.profile.notes).toBe('')
  expect([body.code === trip.code, body.publicUrl === trip.publicUrl]).toEqual([false, false])
  const [before, after] = [await itinerary(trip.id), await itinerary(body.id)]
  expect(withoutIds(after.blocks)).toEqual(withoutIds(before.blocks))
  expect(after).toMatchObject({ version: 1, syncedWithDesign: true })
})

test('who travels, their papers and what was booked stay behind', async () => {
  const trip = await original()
  const booked = { name: 'Ryokan', bookingStatus: 'confirmado', confirmationCode: 'X1', travelerIds: [ID], documentIds: [ID] }
  const ops = [{ op: 'insert', parent: 'b1', as: '$a', block: { type: 'activity', data: booked } }]
  await agency.api(`POST /v1/trips/${trip.id}/itinerary/ops`, { body: { ops } })
  const { body } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  const [day] = (await itinerary(body.id)).blocks
  expect(day.children.at(-1).data).toEqual({ name: 'Ryokan', bookingStatus: 'pendiente' })
})

test('a copy is synced as its original would be', async () => {
  const trip = await original()
  const { body } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  const { added, updated, removed, moved } = (await agency.api(`POST /v1/trips/${body.id}/itinerary/sync`)).body
  expect({ added, updated, removed, moved }).toEqual({ added: 0, updated: 0, removed: 0, moved: 0 })
})

test('a title as long as titles can be still fits', async () => {
  const trip = await agency.newTrip({ title: '𝔍'.repeat(250), startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const { status, body } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  expect(status).toBe(201)
  expect(body.title.startsWith('Copia de 𝔍')).toBe(true)
})

test('only a trip with a design can be duplicated', async () => {
  const trip = await agency.newTrip()
  const { status, body } = await agency.api(`POST /v1/trips/${trip.id}/duplicate`)
  expect([status, body.code]).toEqual([422, 'trip_has_no_design'])
})
