import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from './caller.ts'
import { Problem } from './problem.ts'

const WINDOW_SECONDS = 60

type Headers = Record<string, string>

/** Takes an operation's cost from two budgets, the key's and the agency's; answers the headers that tell what is left. */
export type Meter = (caller: Caller, cost: number) => Promise<Headers>

interface Budget {
  name: 'key' | 'agency'
  id: string
  points: number
}

/** The budgets of one process, in memory. */
export function meterInMemory(): Meter {
  const limiters = new Map<number, RateLimiterAbstract>()
  const limiterOf = (points: number): RateLimiterAbstract => {
    let limiter = limiters.get(points)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS })
      limiters.set(points, limiter)
    }
    return limiter
  }

  async function take({ id, points }: Budget, cost: number): Promise<{ granted: boolean; left: RateLimiterRes }> {
    const limiter = limiterOf(points)
    try {
      return { granted: true, left: await limiter.consume(id, cost) }
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal
      // a refused request spends nothing: without this, refusals would eat what is left for cheaper ones
      return { granted: false, left: await limiter.reward(id, cost) }
    }
  }

  return async (caller, cost) => {
    const key: Budget = { name: 'key', id: `key ${caller.keyId}`, points: caller.agency.perKeyPerMinute }
    const agency: Budget = { name: 'agency', id: `agency ${caller.agencyId}`, points: caller.agency.perAgencyPerMinute }
    const ofKey = await take(key, cost)
    const ofAgency = ofKey.granted ? await take(agency, cost) : undefined
    const leftOfKey = ofAgency?.granted === false ? await limiterOf(key.points).reward(key.id, cost) : ofKey.left

    const told = [{ ...ofKey, ...key, left: leftOfKey }, ...(ofAgency ? [{ ...ofAgency, ...agency }] : [])]
    const headers = {
      'RateLimit-Policy': [key, agency].map(({ name, points }) => `"${name}";q=${points};w=${WINDOW_SECONDS}`).join(', '),
      RateLimit: told.map(({ name, left }) => `"${name}";r=${Math.max(0, left.remainingPoints)};t=${seconds(left)}`).join(', '),
    }
    const refused = told.find(({ granted }) => !granted)
    if (!refused) return headers
    throw new Problem('rate_limited', {
      detail: `The ${refused.name} has spent its ${refused.points} units for this minute.`,
      headers: { ...headers, 'Retry-After': String(seconds(refused.left)) },
    })
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))
