import fc from 'fast-check'
import { expect, test } from 'vitest'
import { personMistakes, tidyPerson } from './person.rules.ts'

const person = (said: object) =>
  ({ email: null, phone: null, address: null, docType: null, docNumber: null, docCountry: null, ...said }) as const
const pathsOf = (said: object) => personMistakes(tidyPerson(person(said))).map(({ path }) => path)

test.each([
  ['+34600111222', []],
  ['+34 600 11-12-22', []],
  ['+1 (212) 555.0100', []],
  ['+123456789012345', []],
  ['600111222', ['phone']],
  ['0034600111222', ['phone']],
  ['+034600111222', ['phone']],
  ['+3460', ['phone']],
  ['+1234567890123456', ['phone']],
  ['+34 600 111 222 ext. 4', ['phone']],
  ['llamar por la tarde', ['phone']],
])('the phone %s: %j', (phone, paths) => {
  expect(pathsOf({ phone })).toEqual(paths)
})

test.each([
  [{ docType: 'dni', docNumber: '12.345.678-z' }, '12345678Z', []],
  [{ docType: 'dni', docNumber: '12345678A' }, '12345678A', ['docNumber']],
  [{ docType: 'dni', docNumber: '12345678A', docCountry: 'ES' }, '12345678A', ['docNumber']],
  [{ docType: 'dni', docNumber: '30123456', docCountry: 'AR' }, '30123456', []],
  [{ docType: 'nie', docNumber: ' x-1234567-l ' }, 'X1234567L', []],
  [{ docType: 'nie', docNumber: '12345678Z' }, '12345678Z', ['docNumber']],
  [{ docType: 'passport', docNumber: 'pab123456' }, 'PAB123456', []],
  [{ docType: 'other', docNumber: 'a-1 / 2' }, 'A-1 / 2', []],
  [{ docNumber: '12345678A' }, '12345678A', []],
  [{ docType: 'dni' }, null, []],
])('%j is kept as %s and has mistakes at %j', (said, kept, paths) => {
  expect(tidyPerson(person(said)).docNumber).toBe(kept)
  expect(pathsOf(said)).toEqual(paths)
})

test.each([
  ['ana@example.com', []],
  ['"ana b"@example.com', ['email']],
  ['ana@[192.0.2.1]', ['email']],
])('the email %s: %j', (email, paths) => {
  expect(pathsOf({ email })).toEqual(paths)
})

test.each([
  ['ES', []],
  ['es', []],
  ['XK', []],
  ['XX', ['docCountry']],
  ['E', ['docCountry']],
  ['EU', ['docCountry']],
])('the country %s: %j', (docCountry, paths) => {
  expect(pathsOf({ docCountry })).toEqual(paths)
})

const ADDRESS = { line1: ' Gran Vía 1 ', line2: ' ', postalCode: '28013', city: 'Madrid', region: null, country: 'es' }

test('an address loses the blanks around its lines, and its country has to be one', () => {
  expect(tidyPerson(person({ address: ADDRESS })).address).toEqual({ ...ADDRESS, line1: 'Gran Vía 1', line2: null, country: 'ES' })
  expect(pathsOf({ address: { ...ADDRESS, country: 'ZZ' } })).toEqual(['address.country'])
})

test('what is kept is kept the same when it is sent again, and is no more wrong than before', () => {
  const text = fc.option(fc.string({ maxLength: 12 }))
  const said = fc.record({
    phone: text,
    docType: fc.constantFrom('dni', 'nie', 'passport', 'other', null),
    docNumber: fc.oneof(text, fc.constantFrom('12345678Z', '12.345.678-z', 'x1234567l', ' x 1234567 l')),
    docCountry: fc.constantFrom('es', 'AR', 'zz', null),
  })
  fc.assert(
    fc.property(said, (one) => {
      const kept = tidyPerson(person(one))
      expect(tidyPerson(kept)).toEqual(kept)
      expect(personMistakes(tidyPerson(kept))).toEqual(personMistakes(kept))
    }),
  )
})
