import { expect, test } from 'vitest'
import { tidyTags } from './tag.rules.ts'

test.each([
  ['are kept in small letters', ['Japón', 'OTOÑO'], ['japón', 'otoño']],
  ['lose the blanks around them, not those within', ['  luna de miel '], ['luna de miel']],
  ['are each kept once, where the first stood', ['b', 'A', 'a', 'B '], ['b', 'a']],
  ['are dropped where nothing is left', ['', '  ', 'a'], ['a']],
  ['are the same however an accent was typed', ['cami\u00f3n', 'camio\u0301n'], ['cami\u00f3n']],
])('tags %s', (_what, given, kept) => {
  expect(tidyTags(given)).toEqual(kept)
})
