import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_DESIGN } from '../../src/domain/design/index.ts'
import { askedBy } from '../contract/statements.ts'
import { newEntity } from '../harness/catalog.ts'
import { newWorld, type TestAgency, type World } from '../harness/world.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
})
afterAll(() => world.stop())

const open = async (address: string, init: RequestInit = {}) => {
  const response = await fetch(address, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const insert = (tripId: string, ...blocks: object[]) =>
  agency.api(`POST /v1/trips/${tripId}/itinerary/ops`, { body: { ops: blocks.map((block) => ({ op: 'insert', block })) } })
const publish = async (id: string, of = agency) => (await of.api(`POST /v1/trips/${id}/publish`)).body.publicUrl as string
const published = async (body = {}) => {
  const trip = await agency.newTrip({ title: 'Japón en otoño', ...body })
  return { ...trip, publicUrl: await publish(trip.id) }
}
/** What a reader sees of the text, without its marks. */
const seen = (text: string) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('a published trip has a page at its public link', async () => {
  const { publicUrl } = await published({
    startDate: '2027-10-04',
    travelers: 2,
    design: EXAMPLE_DESIGN,
    coverImageUrl: 'https://a.example/c.jpg',
  })
  const { status, headers, text } = await open(publicUrl)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(text).toContain('<html lang="es">')
  expect(text).toContain('<title>Japón en otoño · Viajes Prueba</title>')
  expect(text).toContain('<img src="https://a.example/c.jpg" alt="">')
  expect(seen(text)).toContain('4–21 de octubre de 2027 · 18 días · 2 viajeros')
  expect(seen(text)).toMatch(/Día 2 · Martes, 5 de octubre\s+Tokio.*Día 18 · Jueves, 21 de octubre/)
  expect(seen(text)).toContain('Preparado por Viajes Prueba')
})

test('what it is answered with keeps it to those who have the link, and lets nothing run', async () => {
  const { publicUrl } = await published()
  for (const address of [publicUrl, `${world.app.baseUrl()}/t/nobody`]) {
    const { headers } = await open(address)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'none'; style-src 'self'; img-src https: http: data:; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  }
})

test('a draft, an archived trip, a trip that was taken back and a link of nobody all look the same', async () => {
  const draft = await agency.newTrip()
  const takenBack = await published()
  const archived = await published()
  expect([(await open(takenBack.publicUrl)).status, (await open(archived.publicUrl)).status]).toEqual([200, 200])
  await agency.api(`POST /v1/trips/${takenBack.id}/unpublish`)
  await agency.api(`DELETE /v1/trips/${archived.id}`)
  const nobody = await open(`${world.app.baseUrl()}/t/AAAAAAAAAAAAAAAAAAAAAA`)
  expect(nobody.status).toBe(404)
  expect(nobody.text).toContain('<h1>Aquí no hay ningún viaje</h1>')
  for (const { publicUrl } of [draft, takenBack, archived]) {
    const { status, headers, text } = await open(publicUrl as string)
    expect([status, text]).toEqual([404, nobody.text])
    const told = (all: Headers) => [...all].filter(([name]) => !['date', 'request-id'].includes(name))
    expect(told(headers)).toEqual(told(nobody.headers))
  }
})

test('a trip that is published or restored again has its page again, at the same link', async () => {
  const { id, publicUrl } = await published()
  await agency.api(`POST /v1/trips/${id}/unpublish`)
  expect(await publish(id)).toBe(publicUrl)
  expect((await open(publicUrl)).status).toBe(200)
  await agency.api(`DELETE /v1/trips/${id}`)
  await agency.api(`POST /v1/trips/${id}/restore`)
  expect((await open(publicUrl)).status).toBe(200)
})

test.each([
  ...['', 'x', 'A'.repeat(21), 'A'.repeat(23), 'A/B', 'A'.repeat(22).concat('/'), 'A'.repeat(21).concat('%0A')],
  ...['%00', '%F0%9F%92%A9', '%2e%2e%2fv1', '..;', "'%20or%201=1--", '<script>', '__proto__'],
])('the link /t/%s leads nowhere, and asks the database nothing', nowhere)

test('a link without end leads nowhere either', () => nowhere('A'.repeat(20_000)))

async function nowhere(token: string): Promise<void> {
  const { texts } = await askedBy(world, async () => {
    const { status, text } = await open(`${world.app.baseUrl()}/t/${token}`)
    expect(status).toBe(404)
    expect(text).toContain('<h1>Aquí no hay ningún viaje</h1>')
  })
  expect(texts).toEqual([])
}

test('a page is one statement of the reader, which finds its trip by the index of tokens alone', async () => {
  const { publicUrl } = await published({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const { texts, writes } = await askedBy(world, () => open(publicUrl))
  expect([texts.length, writes]).toEqual([1, 0])
  // as it is with some more trips than a test has
  await world.admin.query('begin; set local session_replication_role = replica')
  await world.admin.query(`
    insert into trips (agency_id, id, code, title, travelers, presentation, profile, public_token, created_at, updated_at)
    select '${agency.id}', uuidv7(), 'T' || n, 'Trip', 1, '{}', '{}', 'token' || n, now(), now() from generate_series(1, 5000) n`)
  await world.admin.query('analyze trips')
  const { rows } = await world.admin.query(`explain (generic_plan, format json) ${texts[0]}`)
  await world.admin.query('rollback')
  interface Node {
    'Relation Name'?: string
    'Index Name'?: string
    'Index Cond'?: string
    Plans?: Node[]
  }
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
  const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'trips')
  expect(scans).toMatchObject([{ 'Index Name': 'trips_public_token', 'Index Cond': '(public_token = $1)' }])
})

test('a link shows its own trip only, in the language of its own agency', async () => {
  const other = await world.newAgency()
  await world.admin.query(`update agencies set locale = 'en', name = 'Far & Away' where id = $1`, [other.id])
  const mine = await published({ title: 'Viaje mío' })
  const theirs = await other.newTrip({ title: 'Their trip', startDate: '2027-10-04', travelers: 1, design: EXAMPLE_DESIGN })
  const { text } = await open(await publish(theirs.id, other))
  expect(text).toContain('<html lang="en">')
  expect(text).toContain('<title>Their trip · Far &amp; Away</title>')
  expect(seen(text)).toMatch(/October 4 – 21, 2027 · 18 days · 1 traveler/)
  expect(seen(text)).toMatch(/Day 1 · Monday, October 4 .*Flight .*Departure Mon, Oct 4 · 10:15/)
  expect(text).not.toContain('Viaje mío')
  expect((await open(mine.publicUrl)).text).not.toContain('Their trip')
})

test('what staff wrote for staff is not in the page, nor what is inside of it', async () => {
  const { id, publicUrl } = await published()
  const { id: entityId } = await newEntity(agency, 'servicio', 'Guía')
  const note = (markdown: string, visibility = 'traveler') => ({ type: 'note', visibility, data: { markdown } })
  await insert(
    id,
    {
      type: 'section',
      data: { title: 'Equipo' },
      visibility: 'staff',
      children: [{ type: 'day', data: { title: 'Interno' }, children: [note('dentro')] }],
    },
    { type: 'section', data: { title: 'Kioto' }, children: [note('margen', 'staff'), note('a la vista')] },
    {
      type: 'service',
      data: { name: 'Guía', supplier: 'Mayorista', cost: '99.00', confirmationCode: 'XK9QZ', entityId, travelerIds: [id] },
    },
  )
  const { text } = await open(publicUrl)
  for (const visible of ['Kioto', 'a la vista', 'Guía']) expect(text).toContain(visible)
  for (const hidden of ['Equipo', 'Interno', 'dentro', 'margen', 'Mayorista', '99.00', 'XK9QZ', id, entityId])
    expect(text).not.toContain(hidden)
})

test('an undated trip, and an itinerary of which nothing is to be seen yet, are told kindly', async () => {
  const { id, publicUrl } = await published()
  await insert(id, { type: 'note', visibility: 'staff', data: { markdown: 'aún no' } }, { type: 'section', data: { title: 'Vacía' } })
  await publish(id)
  const { text } = await open(publicUrl)
  expect(seen(text)).toContain('Fechas por concretar · 1 viajero')
  expect(seen(text)).toContain('Tu agencia todavía está preparando el itinerario.')
  expect(text).not.toMatch(/aún no|Vacía|General|null|undefined/)
})

test('an edit is on the page at once, and a page that has not changed is not sent again', async () => {
  const { id, publicUrl } = await published()
  const first = await open(publicUrl)
  const again = { headers: { 'If-None-Match': first.headers.get('etag') as string } }
  expect(await open(publicUrl, again)).toMatchObject({ status: 304, text: '' })
  await insert(id, { type: 'text', data: { markdown: 'recién escrito' } })
  const second = await open(publicUrl, again)
  expect(second.status).toBe(200)
  expect(second.text).toContain('recién escrito')
  await agency.api(`POST /v1/trips/${id}/unpublish`)
  expect((await open(publicUrl, { headers: { 'If-None-Match': second.headers.get('etag') as string } })).status).toBe(404)
})

test('a link is for reading', async () => {
  const { publicUrl } = await published()
  const head = await open(publicUrl, { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect((await open(`${publicUrl}x`, { method: 'HEAD' })).status).toBe(404)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const address of [publicUrl, `${world.app.baseUrl()}/t/nobody`]) {
      const { status, headers } = await open(address, { method })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  }
})

test('its style sheet is our own', async () => {
  const { status, headers, text } = await open(`${world.app.baseUrl()}/pages/trip.css`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  expect(text).not.toMatch(/@import|url\(/)
})
