import { afterAll, beforeAll, expect, test } from 'vitest'
import { askedBy } from '../../../test/contract/statements.ts'
import { newWorld, type TestAgency, type World } from '../../../test/harness/world.ts'
import { soughtBy } from '../../operations/search-text.ts'
import { EXAMPLE_DESIGN } from '../design/index.ts'

let world: World
let agency: TestAgency
beforeAll(async () => {
  world = await newWorld()
  agency = await world.newAgency()
  const { id: tripId } = await agency.newTrip({ startDate: '2027-10-04', design: EXAMPLE_DESIGN })
  const given = [
    { title: 'Patagonia', description: 'Glaciares y viento; en Kioto no.' },
    { title: 'Templos y jardines', tags: ['kioto'] },
    { title: 'Kiotense por un día' },
    { title: 'Otoño en Kioto', tags: ['Japón'] },
    { title: 'Noches de Lisboa', description: 'Fados, viaje a pie' },
    { title: '100% Cuba', tags: ['playa'] },
    { title: 'Un fin de semana en Õsaka', tags: ['Japón', 'playa'] },
  ]
  for (const body of given) await agency.api('POST /v1/trip-templates', { body: { tripId, ...body } })
})
afterAll(() => world.stop())

const ask = (query: Record<string, string>) => agency.api('GET /v1/trip-templates', { query })
const found = async (q: string, rest = {}) => (await ask({ q, ...rest })).body.data.map(({ title }: { title: string }) => title)

test('a word in the title ranks before one that begins so, then the tags, then the description', async () => {
  expect(await found('kioto')).toEqual(['Otoño en Kioto', 'Templos y jardines', 'Patagonia'])
  // two titles that begin so rank alike: the one that was changed last comes first
  expect(await found('kiot')).toEqual(['Otoño en Kioto', 'Kiotense por un día', 'Templos y jardines', 'Patagonia'])
})

test.each([
  ['accents', 'otono', 'Otoño en Kioto'],
  ['accents that are not there', 'lísbóa', 'Noches de Lisboa'],
  ['case', 'PATAGONIA', 'Patagonia'],
  ['the beginning of a word', 'patag', 'Patagonia'],
  ['another letter', 'lizboa', 'Noches de Lisboa'],
  ['a letter too many', 'pataggonia', 'Patagonia'],
  ['a missing letter', 'ptagonia', 'Patagonia'],
  ['letters in each other’s place', 'Lisbao', 'Noches de Lisboa'],
  ['words in another order', 'lisboa noches', 'Noches de Lisboa'],
  ['short words that are not there', 'patagonia a la', 'Patagonia'],
  ['signs that could be wildcards', '100%', '100% Cuba'],
  ['a word in the tags with one in the title', 'osaka playa', 'Un fin de semana en Õsaka'],
])('forgives %s', async (_what, q, title) => {
  expect(await found(q)).toEqual([title])
})

test('every word of three letters and more has to be somewhere', async () => {
  expect(await found('kioto lisboa')).toEqual([])
  expect(await found('viaje de lisboa')).toEqual(['Noches de Lisboa'])
})

test('two wrong letters are no match, nor is the middle of a word', async () => {
  expect(await found('lizbao')).toEqual([])
  expect(await found('isbo')).toEqual([])
})

test('one letter finds words that begin with it', async () => {
  expect((await found('p')).toSorted()).toEqual(
    ['Kiotense por un día', 'Noches de Lisboa', 'Patagonia', '100% Cuba', 'Un fin de semana en Õsaka'].toSorted(),
  )
})

test('signs alone find nothing; blanks alone are no search', async () => {
  for (const q of ['%', '_', '\\', '…', "'"]) expect(await found(q)).toEqual([])
  for (const q of ['', '   ']) expect(await found(q)).toHaveLength(7)
})

test('a q of 200 letters, or of a hundred words, is answered', async () => {
  expect(await found('ñ'.repeat(200))).toEqual([])
  expect(await found('x '.repeat(100))).toEqual([])
  expect(await found('kioto '.repeat(33))).toHaveLength(3)
})

test('filters hold for the matches too', async () => {
  expect(await found('kioto', { tag: 'japón' })).toEqual(['Otoño en Kioto'])
  expect(await found('kioto', { updatedSince: '2999-01-01T00:00:00Z' })).toEqual([])
})

test('there is one page of matches: limit cuts it, nextCursor is null, a cursor is refused', async () => {
  const { body } = await ask({ q: 'kioto', limit: '1' })
  expect([body.data.length, body.nextCursor]).toEqual([1, null])
  const { nextCursor } = (await ask({ limit: '1' })).body
  const refused = await ask({ q: 'kioto', cursor: nextCursor })
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'cursor', message: 'is not taken with q, which answers one page' }]])
})

test('what is renamed is found by its new name alone, and by its old one after an undo', async () => {
  const [template] = (await ask({ q: 'patagonia' })).body.data
  const { headers } = await agency.api(`PATCH /v1/trip-templates/${template.id}`, { body: { title: 'Islandia' } })
  expect([await found('islandia'), await found('patagonia')]).toEqual([['Islandia'], []])
  await agency.api(`POST /v1/changes/${headers.get('service-change-id')}/revert`)
  expect([await found('islandia'), await found('patagonia')]).toEqual([[], ['Patagonia']])
})

test('another agency finds nothing of it', async () => {
  const other = await world.newAgency()
  expect((await other.api('GET /v1/trip-templates', { query: { q: 'kioto' } })).body.data).toEqual([])
})

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('among many templates of many agencies a search reads those that share letters with it, from an index', async () => {
  await world.admin.query(
    `insert into trip_templates (agency_id, id, title, description, tags, stop_count, design, blocks, was_synced, search, created_at, updated_at)
     select $1::uuid, uuidv7(), 'x', '', '{}'::text[], 6, $2::jsonb, '[]'::jsonb, false, ' ' || md5(n::text) || E' \\n  \\n ' || md5((n * 7)::text) || ' ', now(), now() from generate_series(1, 4000) n
     union all
     select (select id from agencies where id <> $1 limit 1), uuidv7(), 'x', '', '{}'::text[], 6, $2::jsonb, '[]'::jsonb, false, ' kioto \n  \n  ', now(), now() from generate_series(1, 1000)`,
    [agency.id, JSON.stringify(EXAMPLE_DESIGN)],
  )
  await world.admin.query('analyze trip_templates')
  const { texts } = await askedBy(world, async () => expect(await found('kitoo')).toContain('Otoño en Kioto'))
  expect(texts).toHaveLength(1)
  const { words, nears, needed, candidates } = soughtBy('kitoo')
  const score = [words, nears, needed]
  const values = [...score, agency.id, candidates, ...score, 25]
  const plans = [
    await world.admin.query(`explain (analyze, format json) ${texts[0]}`, values),
    await world.admin.query(`explain (generic_plan, format json) ${texts[0]}`),
  ]
  for (const { rows } of plans) {
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    expect(nodes.map((node) => node['Index Name'] ?? node['Node Type'])).toEqual([
      ...['Limit', 'Sort', 'Bitmap Heap Scan', 'trip_templates_by_text'],
    ])
    // neither all of this agency's, nor the other's that match
    expect(nodes.at(-1)?.['Actual Rows'] ?? 0).toBeLessThan(100)
  }
})
