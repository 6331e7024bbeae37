import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWorld, type World } from '../../test/harness/world.ts'
import { toInstant, toInstantOrNull } from './instant.ts'

test.each([
  ['2026-11-21 09:30:00.123+00', '2026-11-21T09:30:00.123Z'],
  ['2026-11-21 09:30:00.12+00', '2026-11-21T09:30:00.120Z'],
  ['2026-11-21 09:30:00.1+00', '2026-11-21T09:30:00.100Z'],
  ['2026-11-21 09:30:00+00', '2026-11-21T09:30:00.000Z'],
  ['2026-11-21 09:30:00.001999+00', '2026-11-21T09:30:00.001Z'],
  ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (text, instant) => {
  expect(toInstant(text)).toBe(instant)
})

test('nothing stays nothing', () => {
  expect(toInstantOrNull(null)).toBeNull()
  expect(toInstantOrNull('2026-11-21 09:30:00+00')).toBe('2026-11-21T09:30:00.000Z')
})

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.stop())

test.each(['reader', 'writer'] as const)(
  'what the %s reads comes in UTC, to the millisecond, whatever the zone of the machine',
  async (role) => {
    const instants = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z', '2026-10-25T00:30:00.010Z', '1969-12-31T23:59:59.100Z']
    const { rows } = await world.app[role].query('select unnest($1::timestamptz[]) as at', [instants])
    expect(rows.map(({ at }) => toInstant(at))).toEqual(instants)
  },
)

test('dates and exact numbers stay text', async () => {
  const { rows } = await world.app.reader.query(
    `select '2026-03-29'::date as date, 12345678901234567.10::numeric(20, 2) as amount where $1`,
    [true],
  )
  expect(rows).toEqual([{ date: '2026-03-29', amount: '12345678901234567.10' }])
})
