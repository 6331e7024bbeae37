/** What is looked for, word by word, as `search_score` of the database takes it. */
export interface Sought {
  words: string[]
  /** A pattern of what each word is with one letter wrong; null where a word is too short, or too long, to be guessed. */
  nears: (string | null)[]
  /** Whether a text without the word is no match. */
  needed: boolean[]
  /** What the index looks up: every match holds one of these. */
  candidates: string[]
}

/** The lines of a text to be searched, without accents, case and signs: words between spaces. */
export const searchText = (lines: readonly string[]): string => lines.map((line) => ` ${wordsOf(line).join(' ')} `).join('\n')

const MAX_WORDS = 12
/** `de` and `en` add to a match, and only make one where nothing else was said. */
const SHORT = 2
const GUESSED = { min: 4, max: 20 }

export function soughtBy(q: string): Sought {
  const words = [...new Set(wordsOf(q))].slice(0, MAX_WORDS)
  const long = words.filter((word) => lengthOf(word) > SHORT)
  const needed = words.map((word) => long.length === 0 || long.includes(word))
  const longest = words.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
  return {
    words,
    nears: words.map((word) => (isGuessed(word) ? ` (${oneLetterOff(word).join('|')}) ` : null)),
    needed,
    candidates: longest === undefined ? [] : candidatesFor(longest),
  }
}

/** Letters and digits alone: no word holds a sign that a pattern could take for its own. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const lengthOf = (word: string): number => [...word].length
const isGuessed = (word: string): boolean => lengthOf(word) >= GUESSED.min && lengthOf(word) <= GUESSED.max

/** A letter that is another, too many, missing, or in its neighbour's place. */
function oneLetterOff(word: string): string[] {
  const letters = [...word]
  const at = (index: number, instead: string, taken: number) =>
    letters.slice(0, index).join('') + instead + letters.slice(index + taken).join('')
  return [
    ...letters.map((_, index) => at(index, '[^ ]?', 1)),
    ...[...letters, ''].map((_, index) => at(index, '[^ ]', 0)),
    ...letters.slice(1).map((next, index) => at(index, `${next}${letters[index]}`, 2)),
  ]
}

/**
 * Words that begin with it; and, since one wrong letter leaves the first or the second half of a word whole, those that
 * share a half. Only two letters that changed places across the middle break both.
 */
function candidatesFor(word: string): string[] {
  const start = `% ${word}%`
  if (!isGuessed(word)) return [start]
  const letters = [...word]
  const middle = letters.length >> 1
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  const crossed = [...first.slice(0, -1), second[0], first.at(-1), ...second.slice(1)]
  return [start, `% ${first.join('')}%`, `%${second.join('')} %`, `% ${crossed.join('')} %`]
}

/** For `like`. What people type is searched for as it stands: `%` and `_` are no wildcards. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
