import fc from 'fast-check'

/** What a person might do next; numbers pick from what there is at that moment. */
export type Command =
  | { do: 'create'; body: Record<string, unknown> }
  | { do: 'patch'; trip: number; body: Record<string, unknown> }
  | { do: 'archive' | 'restore'; trip: number }
  | { do: 'state'; trip: number; state: string }
  | { do: 'revert'; change: number }

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const some = (arbitrary: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .record(Object.fromEntries(Object.entries(arbitrary).map(([name, value]) => [name, optional(value)])))
    .map((body) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)))

// few values, so that a column often goes back to one that it had before: A, B, C, B
const members = {
  title: fc.constantFrom('A', 'B', 'C'),
  // starts and ends that fit in every combination
  startDate: fc.constantFrom(null, '2027-01-01', '2027-01-02'),
  endDate: fc.constantFrom(null, '2027-02-01', '2027-02-02'),
  travelers: fc.constantFrom(1, 2, 3),
  // the run's own people, by number
  ownerId: fc.nat(2),
  presentation: some({ brandColor: fc.constantFrom(null, '#112233'), fontFamily: fc.constantFrom(null, 'lora', 'inter') }),
  profile: some({ notes: fc.constantFrom('', 'Ñandú “ok” \\ \' "'), avoid: fc.constantFrom([], ['avión'], ['avión', 'barco']) }),
  coverImageUrl: fc.constantFrom(null, 'https://example.com/a.jpg'),
  metadata: some({ crm: fc.constantFrom('1', '2'), 'x-y.z': fc.constantFrom('', '😀') }),
}

const pick = fc.nat(999)

const create = fc.record({ do: fc.constant('create' as const), body: some(members).map((body) => ({ title: 'A', ...body })) })
const patch = fc.record({
  do: fc.constant('patch' as const),
  trip: pick,
  body: some({
    ...members,
    ownerId: fc.option(fc.nat(2)),
    metadata: some({ crm: fc.constantFrom(null, '1', '2'), 'x-y.z': fc.constantFrom(null, '', '😀') }),
  }),
})
const archive = fc.record({ do: fc.constant('archive' as const), trip: pick })
const restore = fc.record({ do: fc.constant('restore' as const), trip: pick })
const state = fc.record({ do: fc.constant('state' as const), trip: pick, state: fc.constantFrom('nueva', 'aceptada', 'cancelada') })
const revert = fc.record({ do: fc.constant('revert' as const), change: pick })

const weighted = (...arbitraries: [number, fc.Arbitrary<Command>][]) =>
  fc.oneof(...arbitraries.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const undoable = weighted([2, create], [8, patch], [2, archive])
export const anything = weighted([1, create], [8, patch], [2, archive], [2, restore], [1, state], [9, revert])
