import fc, { type Arbitrary } from 'fast-check'

const DEEP = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`)

/** Values that hardly any field expects, and some that none can hold. */
const strangers: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, 0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, [], {}, [null], { a: {} }, DEEP],
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud83d',
      '\ude00',
      '\u202eabc\u202c',
      'שלום',
      'e\u0301'.repeat(50),
      '👨‍👩‍👧‍👦🏳️‍🌈',
      '\ufffe\uffff',
      '\u2028',
      '\x7f\x01',
    ],
    ...[
      'x'.repeat(20_000),
      '2027-02-30',
      '9999-12-31T23:59:60Z',
      'javascript:alert(1)',
      'http://',
      '%',
      "'; drop table trips; --",
      '{{7*7}}',
    ],
    ...['null', 'true', '0', 'Infinity', '__proto__', '../..', '\\', '"', '$1', '00000000-0000-0000-0000-000000000000'],
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.double(),
)
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'agencyId', '', '\0', '\ud83d', 'a b', '[', 'x'.repeat(1000), '0', '$ref'),
  fc.string({ unit: 'binary', maxLength: 10 }),
)

type Spoil = { kind: 'replace' | 'remove' | 'add'; where: number; name: string; value: unknown }

const spoil: Arbitrary<Spoil> = fc.record({
  kind: fc.constantFrom('replace' as const, 'replace' as const, 'remove' as const, 'add' as const),
  where: fc.nat(),
  name: names,
  value: strangers,
})

/** A value spoiled in one to three places, wherever they are: often no longer what its schema takes, sometimes still. */
export const spoiled = (values: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(values, fc.array(spoil, { minLength: 1, maxLength: 3 })).map(([value, spoils]) => spoils.reduce(apply, value))

function apply(value: unknown, { kind, where, name, value: stranger }: Spoil): unknown {
  const places = placesIn(value)
  const place = places[where % places.length] ?? []
  const edit = (at: unknown, path: string[]): unknown => {
    const [step, ...rest] = path
    if (step !== undefined && rest.length > 0) return withMember(at, step, edit((at as Record<string, unknown>)[step], rest))
    if (kind === 'add') return withMember(step === undefined ? at : (at as Record<string, unknown>)[step], name, stranger)
    if (step === undefined) return kind === 'remove' ? undefined : stranger
    return kind === 'remove' ? withoutMember(at, step) : withMember(at, step, stranger)
  }
  return edit(value, place)
}

function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length === 4) return [path]
  return [path, ...Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]))]
}

function withMember(value: unknown, name: string, member: unknown): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) && Number(name) < value.length ? value.with(Number(name), member) : [...value, member]
  if (typeof value !== 'object' || value === null) return { [name]: member }
  return Object.fromEntries([...Object.entries(value).filter(([other]) => other !== name), [name, member]])
}

const withoutMember = (value: unknown, name: string): unknown =>
  Array.isArray(value)
    ? value.filter((_, index) => String(index) !== name)
    : Object.fromEntries(Object.entries(value as object).filter(([other]) => other !== name))

/** Pieces of an address, as bytes on the wire: well and badly encoded. */
export const addressPieces: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%FF',
    '%C0%AF',
    '..',
    '%2e%2e',
    '%2F',
    '+',
    'null',
    '[',
    ']',
    '[a]',
    '%5B%5D',
    'a'.repeat(2000),
    '1e400',
    '-1',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponent),
)
