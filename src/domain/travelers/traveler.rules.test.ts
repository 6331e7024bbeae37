import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedTraveler, missingFrom, newTraveler, paxTypeOf, titleFor, travelerMistakes } from './traveler.rules.ts'

test.each([
  ['1988-04-17', '2027-10-04', 'adult'],
  ['2015-10-04', '2027-10-04', 'adult'],
  ['2015-10-05', '2027-10-04', 'child'],
  ['2025-10-04', '2027-10-04', 'child'],
  ['2025-10-05', '2027-10-04', 'infant'],
  ['2027-10-04', '2027-10-04', 'infant'],
  ['2027-12-24', '2027-10-04', 'infant'],
  ['2024-02-29', '2026-02-28', 'infant'],
  ['2024-02-29', '2026-03-01', 'child'],
  [null, '2027-10-04', 'unknown'],
  ['1988-04-17', null, 'unknown'],
] as const)('born on %s, on a trip from %s: %s', (birthDate, startDate, paxType) => {
  expect(paxTypeOf(birthDate, startDate)).toBe(paxType)
})

test('nobody grows younger the later a trip starts', () => {
  const date = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))
  const order = ['infant', 'child', 'adult']
  fc.assert(
    fc.property(date, date, date, (birthDate, one, other) => {
      const [earlier, later] = [one, other].toSorted() as [string, string]
      expect(order.indexOf(paxTypeOf(birthDate, earlier))).toBeLessThanOrEqual(order.indexOf(paxTypeOf(birthDate, later)))
    }),
  )
})

test.each([
  ['m', 'adult', 'mr'],
  ['f', 'adult', 'ms'],
  ['m', 'child', 'mstr'],
  ['m', 'infant', 'mstr'],
  ['f', 'child', 'miss'],
  ['f', 'infant', 'miss'],
  ['f', 'unknown', null],
  [null, 'adult', null],
] as const)('%s and %s: the title is %s', (sex, paxType, title) => {
  expect(titleFor(sex, paxType)).toBe(title)
})

const WHOLE = newTraveler({
  ...{ firstName: 'Lucía', lastName1: 'Ferrer', birthDate: '1988-04-17', sex: 'f', nationality: 'es' },
  ...{ docType: 'passport', docNumber: 'pab123456', docExpiry: '2028-01-31' },
})

test('a booking misses what is not known, and a document that ends before the trip does', () => {
  const everything = ['firstName', 'lastName1', 'birthDate', 'sex', 'nationality', 'docType', 'docNumber', 'docExpiry']
  expect(missingFrom(newTraveler({}), null)).toEqual(everything)
  expect(missingFrom(WHOLE, null)).toEqual([])
  expect(missingFrom(WHOLE, '2028-01-31')).toEqual([])
  expect(missingFrom(WHOLE, '2028-02-01')).toEqual(['docExpiry'])
})

test('absent members stay, null and blank clear, what is about the place and the time is no content', () => {
  const changed = changedTraveler(WHOLE, {
    position: 3,
    expectedUpdatedAt: '2027-01-01T00:00:00Z',
    firstName: '  ',
    lastName2: ' Soler ',
    sex: null,
  })
  expect(changed).toEqual({ ...WHOLE, firstName: null, lastName2: 'Soler', sex: null })
  expect(changedTraveler(WHOLE, {})).toEqual(WHOLE)
  expect(WHOLE).toMatchObject({ nationality: 'ES', docNumber: 'PAB123456' })
})

const TODAY = '2026-11-21'

test.each([
  [{}, []],
  [{ birthDate: TODAY }, []],
  [{ birthDate: '2026-11-22' }, ['birthDate']],
  [{ birthDate: '1899-12-31' }, ['birthDate']],
  [{ birthDate: '1988-04-17', docExpiry: '1988-04-17' }, ['docExpiry']],
  [{ birthDate: null, docExpiry: '1900-01-01' }, []],
  [{ nationality: 'QQ' }, ['nationality']],
  [
    { docType: 'dni', docNumber: '12345678A', phone: '1', nationality: 'QQ', birthDate: '2030-01-01' },
    ['nationality', 'phone', 'docNumber', 'birthDate', 'docExpiry'],
  ],
] as const)('%j: mistakes at %j', (said, paths) => {
  const traveler = changedTraveler(WHOLE, said)
  expect(travelerMistakes(traveler, TODAY).map(({ path }) => path)).toEqual(paths)
})
