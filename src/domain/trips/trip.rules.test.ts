import { describe, expect, test } from 'vitest'
import {
  changedContent,
  contentMistakes,
  datesBetween,
  differences,
  mayArchive,
  mergeMetadata,
  newContent,
  type TripContent,
} from './trip.rules.ts'
import { EMPTY_PRESENTATION, EMPTY_PROFILE } from './trip.ts'

const content: TripContent = {
  title: 'Japón',
  startDate: '2027-05-01',
  endDate: '2027-05-10',
  travelers: 2,
  ownerId: 'ana',
  design: null,
  presentation: EMPTY_PRESENTATION,
  profile: EMPTY_PROFILE,
  coverImageUrl: null,
  metadata: { crm: '1', old: 'x' },
}

describe('a new trip', () => {
  test('has the defaults of the contract where nothing is said', () => {
    expect(newContent({ title: 'Perú' }, 'ana')).toEqual({
      ...{ title: 'Perú', startDate: null, endDate: null, travelers: 1, ownerId: 'ana', coverImageUrl: null, metadata: {} },
      design: null,
      ...{ presentation: EMPTY_PRESENTATION, profile: EMPTY_PROFILE },
    })
  })

  test('keeps what is said, and completes presentation and profile', () => {
    const body = { title: 'Perú', ownerId: 'luis', travelers: 4, presentation: { fontFamily: 'lora' }, profile: { notes: 'n' } } as const
    const made = newContent(body, 'ana')
    expect([made.ownerId, made.travelers]).toEqual(['luis', 4])
    expect(made.presentation).toEqual({ ...EMPTY_PRESENTATION, fontFamily: 'lora' })
    expect(made.profile).toEqual({ ...EMPTY_PROFILE, notes: 'n' })
  })

  test('does not share its parts with the defaults', () => {
    expect(newContent({ title: 'a' }, 'ana').presentation).not.toBe(EMPTY_PRESENTATION)
  })
})

describe('an edit', () => {
  test.each([
    ['an absent member stays', {}, {}],
    ['a present one is taken', { title: 'Otro', travelers: 3 }, { title: 'Otro', travelers: 3 }],
    ['null clears what may be empty', { startDate: null, ownerId: null }, { startDate: null, ownerId: null }],
    [
      'presentation merges by member',
      { presentation: { brandColor: '#112233' } },
      { presentation: { ...EMPTY_PRESENTATION, brandColor: '#112233' } },
    ],
    [
      'profile merges by member, its lists are replaced',
      { profile: { avoid: ['tren'] } },
      { profile: { ...EMPTY_PROFILE, avoid: ['tren'] } },
    ],
    ['metadata merges by key, null removes one', { metadata: { old: null, more: '2' } }, { metadata: { crm: '1', more: '2' } }],
    ['expectedUpdatedAt is no part of a trip', { expectedUpdatedAt: '2027-01-01T00:00:00Z' }, {}],
  ])('%s', (_rule, body, expected) => {
    expect(changedContent(content, body)).toEqual({ ...content, ...expected })
  })

  test('leaves the trip that it starts from as it is', () => {
    const before = structuredClone(content)
    changedContent(content, { metadata: { crm: null }, profile: { notes: 'x' } })
    expect(content).toEqual(before)
  })
})

test.each([
  [{}, {}, {}],
  [{ a: '1' }, { a: '2' }, { a: '2' }],
  [{ a: '1' }, { a: null }, {}],
  [{}, { absent: null }, {}],
  [{ a: '1' }, { b: '' }, { a: '1', b: '' }],
  [{ ['__proto__']: 'p' }, { constructor: 'c' }, { ['__proto__']: 'p', constructor: 'c' }],
] as [Record<string, string>, Record<string, string | null>, Record<string, string>][])(
  'metadata %j with %j is %j',
  (now, changes, after) => {
    expect(Object.entries(mergeMetadata(now, changes))).toEqual(Object.entries(after))
  },
)

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']))

test.each([
  ['no dates', { startDate: null, endDate: null }, []],
  ['a start alone', { startDate: '2027-05-01', endDate: null }, []],
  ['an end alone', { startDate: null, endDate: '2027-05-01' }, []],
  ['one day', { startDate: '2027-05-01', endDate: '2027-05-01' }, []],
  ['an end before the start', { startDate: '2027-05-02', endDate: '2027-05-01' }, ['endDate']],
  ['731 dates', { startDate: '2027-01-01', endDate: '2028-12-31' }, []],
  ['732 dates', { startDate: '2027-01-01', endDate: '2029-01-01' }, ['endDate']],
  ['50 keys', { metadata: keys(50) }, []],
  ['51 keys', { metadata: keys(51) }, ['metadata']],
  ['every mistake at once', { startDate: '2027-05-02', endDate: '2027-05-01', metadata: keys(51) }, ['endDate', 'metadata']],
])('of a trip with %s the mistakes are told', (_what, part, paths) => {
  expect(contentMistakes({ ...content, ...part } as TripContent, {}).map(({ path }) => path)).toEqual(paths)
})

test.each([
  ['2027-05-01', '2027-05-01', 1],
  ['2027-05-01', '2027-05-02', 2],
  ['2027-05-02', '2027-05-01', 0],
  ['2028-02-28', '2028-03-01', 3],
  ['2027-02-28', '2027-03-01', 2],
  ['2027-01-01', '2028-12-31', 731],
  ['2026-01-01', '2027-12-31', 730],
])('from %s to %s are %i dates', (first, last, dates) => {
  expect(datesBetween(first, last)).toBe(dates)
})

describe('what differs', () => {
  test('is told field by field, with both values', () => {
    const after = { ...content, title: 'Otro', metadata: { crm: '2', old: 'x' } }
    expect(differences(content, after)).toEqual([
      { field: 'title', from: 'Japón', to: 'Otro' },
      { field: 'metadata', from: { crm: '1', old: 'x' }, to: { crm: '2', old: 'x' } },
    ])
  })

  test('the order of members is no difference, the order of a list is', () => {
    expect(differences(content, { ...content, metadata: { old: 'x', crm: '1' } })).toEqual([])
    const walks = { ...content, profile: { ...EMPTY_PROFILE, avoid: ['a', 'b'] } }
    expect(differences(walks, { ...walks, profile: { ...walks.profile, avoid: ['b', 'a'] } })).toHaveLength(1)
  })
})

test.each([
  ['none', 'ana', false],
  ['none', 'luis', false],
  ['none', null, false],
  ['own', 'ana', true],
  ['own', 'luis', false],
  ['own', null, false],
  ['agency', 'ana', true],
  ['agency', 'luis', true],
  ['agency', null, true],
] as const)('with the permission "%s", may Ana archive a trip of %s? %s', (allowed, owner, answer) => {
  expect(mayArchive(allowed, 'ana', owner)).toBe(answer)
})
