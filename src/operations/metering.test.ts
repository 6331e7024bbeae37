import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './caller.ts'
import { type Meter, meterInMemory } from './metering.ts'
import { Problem } from './problem.ts'

let meter: Meter
beforeEach(() => {
  vi.useFakeTimers()
  meter = meterInMemory()
})
afterEach(() => {
  vi.useRealTimers()
})

const caller = (keyId: string, agencyId: string, perKeyPerMinute: number, perAgencyPerMinute: number) =>
  ({ keyId, agencyId, agency: { perKeyPerMinute, perAgencyPerMinute } }) as unknown as Caller

/** What is told of the budgets, and who refused. */
async function spend(who: Caller, cost = 1): Promise<{ refusedBy?: string; left: Record<string, number>; retryAfter?: string }> {
  const read = (headers: Record<string, string> = {}) =>
    Object.fromEntries([...(headers.RateLimit ?? '').matchAll(/"(\w+)";r=(\d+)/g)].map(([, name, units]) => [name, Number(units)]))
  try {
    return { left: read(await meter(who, cost)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { headers } = error.details
    expect(error.code).toBe('rate_limited')
    return { refusedBy: /The (\w+)/.exec(error.message)?.[1] ?? '', left: read(headers), retryAfter: headers?.['Retry-After'] ?? '' }
  }
}

test('each request takes its cost from its key and from its agency', async () => {
  const ana = caller('ana', 'viajes', 10, 100)
  expect((await spend(ana)).left).toEqual({ key: 9, agency: 99 })
  expect((await spend(ana, 3)).left).toEqual({ key: 6, agency: 96 })
})

test('what has been told is a policy and what is left of it', async () => {
  expect(await meter(caller('ana', 'viajes', 10, 100), 1)).toEqual({
    'RateLimit-Policy': '"key";q=10;w=60, "agency";q=100;w=60',
    RateLimit: '"key";r=9;t=60, "agency";r=99;t=60',
  })
})

test('a key that has spent its units is refused until the minute is over, and its agency goes on', async () => {
  const [ana, luis] = [caller('ana', 'viajes', 2, 100), caller('luis', 'viajes', 2, 100)]
  await spend(ana)
  vi.advanceTimersByTime(20_000)
  await spend(ana)
  const refused = await spend(ana)
  expect([refused.refusedBy, refused.retryAfter, refused.left.key]).toEqual(['key', '40', 0])
  expect((await spend(luis)).left).toEqual({ key: 1, agency: 97 })
  vi.advanceTimersByTime(39_999)
  expect((await spend(ana)).refusedBy).toBe('key')
  vi.advanceTimersByTime(1)
  expect((await spend(ana)).left.key).toBe(1)
})

test('an agency that has spent its units refuses all of its keys, and takes nothing from them', async () => {
  const [ana, luis] = [caller('ana', 'viajes', 10, 2), caller('luis', 'viajes', 10, 2)]
  await spend(ana)
  await spend(ana)
  for (let n = 0; n < 20; n++) expect((await spend(luis)).refusedBy).toBe('agency')
  expect((await spend(luis)).left).toEqual({ key: 10, agency: 0 })
  vi.advanceTimersByTime(60_000)
  expect((await spend(luis)).left).toEqual({ key: 9, agency: 1 })
})

test('other agencies have budgets of their own', async () => {
  await spend(caller('ana', 'viajes', 1, 1))
  expect((await spend(caller('ana', 'viajes', 1, 1))).refusedBy).toBe('key')
  expect((await spend(caller('eva', 'otros', 1, 1))).refusedBy).toBeUndefined()
})

test('a refused request spends nothing, however often it is tried: a cheaper one still passes', async () => {
  const ana = caller('ana', 'viajes', 3, 100)
  await spend(ana)
  for (let n = 0; n < 50; n++) expect((await spend(ana, 3)).refusedBy).toBe('key')
  expect((await spend(ana, 2)).left).toEqual({ key: 0, agency: 97 })
})

test('a dear request that is refused is told truly what is left', async () => {
  const ana = caller('ana', 'viajes', 3, 100)
  await spend(ana)
  expect((await spend(ana, 3)).left.key).toBe(2)
})

test.each([
  ['key', 20, 1000],
  ['agency', 1000, 20],
] as const)('of many at once exactly as many pass as its %s has units', async (budget, perKey, perAgency) => {
  const ana = caller('ana', 'viajes', perKey, perAgency)
  const answers = await Promise.all(Array.from({ length: 50 }, () => spend(ana)))
  expect(
    answers
      .map(({ refusedBy }) => refusedBy ?? 'nobody')
      .toSorted()
      .join(),
  ).toBe([...Array(20).fill('nobody'), ...Array(30).fill(budget)].toSorted().join())
})
