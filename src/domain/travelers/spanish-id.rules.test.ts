import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDni, isNie } from './spanish-id.rules.ts'

test.each([
  ['12345678Z', true],
  ['00000000T', true],
  ['00000001R', true],
  ['12345678A', false],
  ['1234567Z', false],
  ['123456789Z', false],
  ['12345678z', false],
  ['X1234567L', false],
  ['12345678', false],
  ['', false],
])('%s as a DNI: %s', (number, right) => {
  expect(isDni(number)).toBe(right)
})

test.each([
  ['X1234567L', true],
  ['Y1234567X', true],
  ['Z1234567R', true],
  ['X1234567X', false],
  ['A1234567L', false],
  ['12345678Z', false],
  ['X123456L', false],
  ['X1234567', false],
])('%s as a NIE: %s', (number, right) => {
  expect(isNie(number)).toBe(right)
})

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const lettersThatFit = (digits: string, isRight: (number: string) => boolean) => LETTERS.filter((letter) => isRight(digits + letter))

test('exactly one letter fits a number, and another one fits where a digit is mistyped', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(digits, fc.nat(7), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
      const [letter, ...others] = lettersThatFit(number.join(''), isDni)
      expect([letter !== undefined, others]).toEqual([true, []])
      const mistyped = number.with(at, ((number[at] as number) + more) % 10)
      expect(isDni(mistyped.join('') + letter)).toBe(false)
    }),
  )
})

test('a NIE has the letter of the DNI with 0, 1 or 2 in front', () => {
  fc.assert(
    fc.property(fc.constantFrom('X', 'Y', 'Z'), fc.nat(9_999_999), (start, number) => {
      const digits = String(number).padStart(7, '0')
      expect(lettersThatFit(start + digits, isNie)).toEqual(lettersThatFit('XYZ'.indexOf(start) + digits, isDni))
    }),
  )
})
