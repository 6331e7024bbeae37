import type { Caller } from './caller.ts'
import { Problem } from './problem.ts'

const WINDOW_SECONDS = 60

type Headers = Record<string, string>

/** Takes an operation's cost from two budgets, the key's and the agency's; answers the headers that tell what is left. */
export type Meter = (caller: Caller, cost: number) => Promise<Headers>

/** What a key or an agency has spent since its first call of the minute. */
interface Window {
  spent: number
  endsAt: number
}

/** The budgets of one process, in memory. */
export function meterInMemory(): Meter {
  const keys = windows()
  const agencies = windows()

  return async ({ keyId, agencyId, agency: { perKeyPerMinute, perAgencyPerMinute } }, cost) => {
    const now = performance.now()
    const ofKey = keys(keyId, now)
    const ofAgency = agencies(agencyId, now)
    const keyGrants = ofKey.spent + cost <= perKeyPerMinute
    const agencyGrants = ofAgency.spent + cost <= perAgencyPerMinute
    // a refused request spends nothing: without this, refusals would eat what is left for cheaper ones
    if (keyGrants && agencyGrants) {
      ofKey.spent += cost
      ofAgency.spent += cost
    }
    const policy = `"key";q=${perKeyPerMinute};w=${WINDOW_SECONDS}, "agency";q=${perAgencyPerMinute};w=${WINDOW_SECONDS}`
    const told = `${left('key', ofKey, perKeyPerMinute, now)}, ${left('agency', ofAgency, perAgencyPerMinute, now)}`
    const headers = { 'RateLimit-Policy': policy, RateLimit: told }
    if (!keyGrants) throw refused('key', perKeyPerMinute, ofKey, now, headers)
    if (!agencyGrants) throw refused('agency', perAgencyPerMinute, ofAgency, now, headers)
    return headers
  }
}

/** Each name's window, begun by its first call after the last one ended. Those that ended are dropped once a minute. */
function windows(): (name: string, now: number) => Window {
  const open = new Map<string, Window>()
  let sweepAt = 0
  return (name, now) => {
    if (now >= sweepAt) {
      for (const [ended, { endsAt }] of open) if (now >= endsAt) open.delete(ended)
      sweepAt = now + WINDOW_SECONDS * 1000
    }
    let window = open.get(name)
    if (!window || now >= window.endsAt) {
      window = { spent: 0, endsAt: now + WINDOW_SECONDS * 1000 }
      open.set(name, window)
    }
    return window
  }
}

const left = (name: string, window: Window, units: number, now: number): string =>
  `"${name}";r=${Math.max(0, units - window.spent)};t=${seconds(window, now)}`

const refused = (name: string, units: number, window: Window, now: number, headers: Headers): Problem =>
  new Problem('rate_limited', {
    detail: `The ${name} has spent its ${units} units for this minute.`,
    headers: { ...headers, 'Retry-After': String(seconds(window, now)) },
  })

const seconds = ({ endsAt }: Window, now: number): number => Math.max(1, Math.ceil((endsAt - now) / 1000))
