import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchText, soughtBy } from './search-text.ts'

test.each([
  ['accents and case', ['Japón en OTOÑO'], ' japon en otono '],
  ['signs', ['¿Tokio/Kioto? (18 días) 50%_\\'], ' tokio kioto 18 dias 50 '],
  ['the width of letters', ['Ｋｉｏｔｏ'], ' kioto '],
  ['no letters of other scripts', ['京都 の 旅'], ' 京都 の 旅 '],
  ['lines, even empty ones', ['Japón', '', 'otoño'], ' japon \n  \n otono '],
  ['a line break within a line', ['a\nb'], ' a b '],
])('a text to be searched forgets %s', (_what, lines, text) => {
  expect(searchText(lines)).toBe(text)
})

test.each([
  ['each once', 'kioto Kioto KIÓTO', ['kioto'], [true]],
  ['short ones where there are long ones', 'viaje a Japón', ['viaje', 'a', 'japon'], [true, false, true]],
  ['short ones where there is nothing else', 'a de', ['a', 'de'], [true, true]],
  ['signs are none', '%_ \\ … ', [], []],
])('words that are sought: %s', (_what, q, words, needed) => {
  expect(soughtBy(q)).toMatchObject({ words, needed })
})

test('nothing but signs is sought nowhere', () => {
  expect(soughtBy('%%%').candidates).toEqual([])
})

test('at most twelve words are sought, however many there are', () => {
  expect(soughtBy(Array.from({ length: 60 }, (_, index) => `w${index}`).join(' ')).words).toHaveLength(12)
})

test('a word of less than four letters is not guessed, nor one of more than twenty', () => {
  expect(soughtBy(`oca ${'a'.repeat(21)}`).nears).toEqual([null, null])
  expect(soughtBy(`ocas ${'a'.repeat(20)}`).nears).toEqual([expect.any(String), expect.any(String)])
})

const near = (word: string, text: string) => new RegExp(String(soughtBy(word).nears[0])).test(` ${text} `)

test.each([
  ['another letter', 'kyoto', 'kioto', true],
  ['one too many', 'kiooto', 'kioto', true],
  ['one missing', 'kito', 'kioto', true],
  ['two in each other’s place', 'kitoo', 'kioto', true],
  ['the first one', 'qioto', 'kioto', true],
  ['the last one', 'kiot', 'kioto', true],
  ['two wrong ones', 'kyota', 'kioto', false],
  ['a part of a longer word', 'kiot', 'kiotense', false],
])('one letter off: %s', (_what, word, text, isNear) => {
  expect(near(word, text)).toBe(isNear)
})

const letters = fc.string({ unit: fc.constantFrom(...'abcñ京'), minLength: 4, maxLength: 20 })
const letter = fc.constantFrom(...'abcñ京')

test('whatever is one letter off is among the candidates that the index looks up, and so is what begins with the word', () => {
  const like = (text: string, pattern: string) => new RegExp(`^${pattern.replaceAll('%', '.*')}$`).test(` ${text} `)
  const edits = (word: string, index: number, other: string) => [
    word + other,
    word.slice(0, index) + other + word.slice(index + 1),
    word.slice(0, index) + other + word.slice(index),
    word.slice(0, index) + word.slice(index + 1),
    word.slice(0, index) +
      word
        .slice(index, index + 2)
        .split('')
        .reverse()
        .join('') +
      word.slice(index + 2),
  ]
  fc.assert(
    fc.property(letters, fc.nat(19), letter, (given, at, other) => {
      const word = given.replaceAll('ñ', 'n')
      const { candidates } = soughtBy(word)
      for (const text of edits(word, at % word.length, other.replace('ñ', 'n'))) {
        expect([word, text, candidates.some((pattern) => like(text, pattern))]).toEqual([word, text, true])
        expect([word, text, near(word, text) || text === word]).toEqual([word, text, true])
      }
    }),
  )
})
