import type { FieldError } from '../../operations/problem.ts'
import { isLoopback, isPublicAddress, literalAddress } from '../../webhooks/address.ts'

/** How many endpoints a key may have. */
export const MOST_ENDPOINTS = 10
/** An endpoint without one success for so long is switched off. */
export const GIVE_UP_AFTER = { hours: 72 }
/** So long the secret before a rotation signs beside the new one. */
export const OLD_SECRET_SIGNS_FOR = { hours: 24 }

/** What no schema can tell of an endpoint: whether its address may be called, and whether anything is ever told there. */
export function endpointMistakes(
  { url, eventTypes }: { url?: string; eventTypes?: readonly string[] },
  known: readonly string[],
  allowInsecure: boolean,
): FieldError[] {
  const urlMistake = url === undefined ? undefined : mistakeInUrl(url, allowInsecure)
  const subscribable = new Set(['*', ...known, ...known.map((type) => `${type.split('.')[0]}.*`)])
  return [
    ...(urlMistake === undefined ? [] : [{ path: 'url', message: urlMistake }]),
    ...(eventTypes ?? []).flatMap((type, place) =>
      subscribable.has(type) ? [] : [{ path: `eventTypes[${place}]`, message: `is no type of event: ${[...subscribable].join(', ')}` }],
    ),
  ]
}

function mistakeInUrl(text: string, allowInsecure: boolean): string | undefined {
  const url = new URL(text)
  const host = url.hostname.toLowerCase()
  const address = literalAddress(host)
  const isHere = host === 'localhost' || host.endsWith('.localhost') || (address !== undefined && isLoopback(address))
  if (allowInsecure && isHere) return undefined
  if (url.protocol !== 'https:') return 'must be an https address'
  if (isHere || (address !== undefined && !isPublicAddress(address))) return 'must be an address on the public network'
  return undefined
}

/** Without one success for three days, as of a failure now. */
export const isGivenUp = (failingSince: string | null, now: string): boolean =>
  failingSince !== null && Temporal.Instant.compare(Temporal.Instant.from(failingSince).add(GIVE_UP_AFTER), Temporal.Instant.from(now)) <= 0
