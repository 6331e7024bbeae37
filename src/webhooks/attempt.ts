import { toEventId } from '../domain/events/index.ts'
import { type DueDelivery, RETRY_AFTER_SECONDS, type Recipient, type Result, retryAt, signingKeyOf } from '../domain/webhooks/index.ts'
import type { Vault } from '../vault.ts'
import type { Answered, Outgoing } from './outgoing.ts'
import type { ReadAhead } from './read-ahead.ts'
import { type SigningKey, signatureHeaders, signingKey } from './signature.ts'

export interface AttemptParts {
  outgoing: Outgoing
  onFault(error: unknown, where: Record<string, string>): void
  now(): Date
  /** Seconds after each failure. */
  schedule?: readonly number[]
}

/** Where attempts go, and what they are signed with. */
export interface Addressee {
  url: string
  keysAt(at: Date): SigningKey[]
}

/** The secret signs, and for a day after a rotation the one before it beside it. */
export function addresseeOf(vault: Vault, { url, secret, previous_secret, previous_secret_until }: Recipient): Addressee {
  const keyOf = (sealed: Buffer) => signingKey(signingKeyOf(vault.open(sealed)))
  const both = [keyOf(secret), ...(previous_secret ? [keyOf(previous_secret)] : [])]
  const until = previous_secret_until === null ? 0 : Date.parse(previous_secret_until)
  return { url, keysAt: (at) => (at.getTime() < until ? both : both.slice(0, 1)) }
}

/** One attempt: serializes once, signs exactly those bytes, posts them. */
export async function attempt(parts: AttemptParts, addressee: Addressee, delivery: DueDelivery, readAhead: ReadAhead): Promise<Result> {
  const at = parts.now()
  const answered = await post(parts, addressee, delivery, readAhead, at)
  const { httpStatus } = answered
  const told = { at: at.toISOString(), ...answered }
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) {
    return { delivery, status: 'delivered', attempt: told, nextAttemptAt: undefined }
  }
  const nextAttemptAt = retryAt(delivery.tries + 1, parts.now(), parts.schedule ?? RETRY_AFTER_SECONDS)
  return { delivery, status: nextAttemptAt ? 'retrying' : 'failed', attempt: told, nextAttemptAt }
}

async function post(
  parts: AttemptParts,
  { url, keysAt }: Addressee,
  delivery: DueDelivery,
  readAhead: ReadAhead,
  at: Date,
): Promise<Answered> {
  let body: Buffer
  try {
    const dataOf = await readAhead(delivery)
    body = Buffer.from(JSON.stringify(envelope(delivery, dataOf(delivery))))
  } catch (error) {
    parts.onFault(error, { task: 'deliver', subject: delivery.subject })
    return { httpStatus: null, durationMs: 0, error: 'the data could not be read, on our side', responseSnippet: null }
  }
  const headers = signatureHeaders(toEventId(delivery.event_id), at, body, keysAt(at))
  return parts.outgoing.post(url, { 'content-type': 'application/json', 'user-agent': 'Travesia-Webhooks', ...headers }, body)
}

const envelope = (delivery: DueDelivery, data: object) => ({
  id: toEventId(delivery.event_id),
  type: delivery.event_type,
  timestamp: delivery.event_timestamp,
  subject: { object: delivery.subject, id: delivery.subject_id, tripId: delivery.trip_id },
  changed: delivery.changed,
  data,
})
