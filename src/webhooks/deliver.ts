import type pg from 'pg'
import { operatorWrite } from '../db/operator-write.ts'
import { toEventId } from '../domain/events/index.ts'
import {
  type DueDelivery,
  discardAll,
  findRecipient,
  isGivenUp,
  type Lane,
  RETRY_AFTER_SECONDS,
  type Recipient,
  type Result,
  retryAt,
  settle,
  signingKeyOf,
  switchOff,
  takeDue,
} from '../domain/webhooks/index.ts'
import type { Caller } from '../operations/caller.ts'
import type { Surroundings } from '../operations/operation.ts'
import { readSubjects } from '../operations/read-subject.ts'
import type { Vault } from '../vault.ts'
import type { Answered, Outgoing } from './outgoing.ts'
import { signatureHeaders } from './signature.ts'

/** Attempts at a time to one endpoint. */
export const AT_A_TIME = 10
const TAKEN_AT_ONCE = 500
/** Subjects read with one statement, while those before them are on their way. */
const READ_AT_ONCE = 20
/** Then others get their turn, and this endpoint another later. */
const TURN_MS = 2000
/** Written down while others are on their way: as soon as there are some, or after a while. */
const SETTLED_AT_ONCE = 50
const SETTLE_EVERY_MS = 100

export interface SwitchedOff {
  agencyId: string
  endpointId: string
  keyId: string
  failingSince: string
}

export interface DeliveryParts {
  reader: pg.Pool
  writer: pg.Pool
  outgoing: Outgoing
  vault: Vault
  /** Whose key it is; undefined once it is revoked or has expired. */
  callerOf(agencyId: string, keyId: string): Promise<Caller | undefined>
  /** What surrounds the operation that reads an event's subject for them. */
  surroundings(caller: Caller): Surroundings
  /** Told when an endpoint was given up: the seam where its owner gets mail. */
  notify(switchedOff: SwitchedOff): void
  onFault(error: unknown, where: Record<string, string>): void
  now?: () => Date
  /** Seconds after each failure. */
  schedule?: readonly number[]
}

/** Makes the attempts that are due to one endpoint, until none is left or its turn is over. The caller holds its lease. */
export async function deliverDue(parts: DeliveryParts, lane: Lane, isStopping: () => boolean = () => false): Promise<void> {
  const turnEndsAt = performance.now() + TURN_MS
  const isOver = () => isStopping() || performance.now() >= turnEndsAt
  do {
    const recipient = await findRecipient(parts.reader, lane)
    if (!recipient) {
      await discardAll(parts.writer, lane, timeOf(parts))
      return
    }
    // one at a time to a receiver that fails: it may be hanging
    const most = recipient.failing_since === null ? TAKEN_AT_ONCE : 1
    const due = await takeDue(parts.reader, lane, timeOf(parts), most)
    if (due.length === 0) return
    const failingSince = await attemptAll(parts, lane, recipient, due, isOver)
    if (isGivenUp(failingSince, timeOf(parts).toISOString())) return giveUp(parts, lane, recipient, failingSince as string)
  } while (!isOver())
}

/**
 * Attempts what was taken, several at a time but never two about one subject, so that what a receiver hears last of a
 * subject is what was read last. Stops taking up new ones after a failure, and when the turn is over.
 */
async function attemptAll(
  parts: DeliveryParts,
  lane: Lane,
  recipient: Recipient,
  due: DueDelivery[],
  isOver: () => boolean,
): Promise<string | null> {
  const bySubject = [...Map.groupBy(due, ({ subject, subject_id }) => `${subject} ${subject_id}`).values()]
  const post: Post = { ...parts, url: recipient.url, keysAt: keysOf(parts, recipient) }
  const callerNow = () => parts.callerOf(lane.agencyId, recipient.key_id)
  const readAhead = readerAhead(parts, callerNow, bySubject)
  let failed = false
  let failingSince = recipient.failing_since
  let unsettled: Result[] = []
  let settling = Promise.resolve()
  const settleAll = () => {
    settling = settling.then(async () => {
      const results = unsettled
      unsettled = []
      if (results.length > 0) failingSince = await settle(parts.writer, lane, timeOf(parts), results)
    })
    return settling
  }
  const settleInPassing = () => void settleAll().catch(toldAtTheEnd)

  const places = bySubject.keys()
  async function takeUp(): Promise<void> {
    for (const place of places) {
      for (const [nth, delivery] of (bySubject[place] as DueDelivery[]).entries()) {
        const caller = await callerNow()
        const data = () => (nth === 0 ? readAhead(place) : readSubjects(parts.surroundings(caller as Caller), [delivery]))
        const result = caller ? await attempt(post, delivery, data) : discarded(delivery)
        unsettled.push(result)
        if (unsettled.length >= SETTLED_AT_ONCE) settleInPassing()
        failed ||= result.status === 'retrying' || result.status === 'failed'
        if (failed || isOver()) return
      }
    }
  }
  const timer = setInterval(settleInPassing, SETTLE_EVERY_MS)
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, takeUp))
  } finally {
    clearInterval(timer)
    await settleAll()
  }
  return failingSince
}

type DataOf = (delivery: DueDelivery) => object

/** Reads the subjects of a few deliveries in one statement, just ahead of their attempts. */
function readerAhead(
  { surroundings }: DeliveryParts,
  callerNow: () => Promise<Caller | undefined>,
  bySubject: DueDelivery[][],
): (place: number) => Promise<DataOf> {
  const groups: Promise<DataOf>[] = []
  const read = async (group: number): Promise<DataOf> => {
    const caller = await callerNow()
    const first = bySubject.slice(group * READ_AT_ONCE, (group + 1) * READ_AT_ONCE).flatMap(([delivery]) => delivery ?? [])
    return caller ? readSubjects(surroundings(caller), first) : () => ({})
  }
  const begin = (group: number): Promise<DataOf> => {
    const found = groups[group] ?? read(group)
    groups[group] = found
    found.catch(toldWhereItIsUsed)
    return found
  }
  return (place) => {
    const group = Math.floor(place / READ_AT_ONCE)
    if ((group + 1) * READ_AT_ONCE < bySubject.length) void begin(group + 1)
    return begin(group)
  }
}

interface Post extends DeliveryParts {
  url: string
  keysAt(at: Date): Buffer[]
}

const discarded = (delivery: DueDelivery): Result => ({ delivery, status: 'discarded', attempt: undefined, nextAttemptAt: undefined })

/** One attempt: serializes once, signs exactly those bytes, posts them. */
async function attempt(parts: Post, delivery: DueDelivery, read: () => Promise<DataOf>): Promise<Result> {
  const at = timeOf(parts)
  const answered = await post(parts, delivery, read, at)
  const { httpStatus } = answered
  const told = { at: at.toISOString(), ...answered }
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) {
    return { delivery, status: 'delivered', attempt: told, nextAttemptAt: undefined }
  }
  const nextAttemptAt = retryAt(delivery.tries + 1, timeOf(parts), parts.schedule ?? RETRY_AFTER_SECONDS)
  return { delivery, status: nextAttemptAt ? 'retrying' : 'failed', attempt: told, nextAttemptAt }
}

async function post(parts: Post, delivery: DueDelivery, read: () => Promise<DataOf>, at: Date): Promise<Answered> {
  let body: Buffer
  try {
    const dataOf = await read()
    body = Buffer.from(JSON.stringify(envelope(delivery, dataOf(delivery))))
  } catch (error) {
    parts.onFault(error, { task: 'deliver', subject: delivery.subject })
    return { httpStatus: null, durationMs: 0, error: 'the data could not be read, on our side', responseSnippet: null }
  }
  const headers = signatureHeaders(toEventId(delivery.event_id), at, body, parts.keysAt(at))
  return parts.outgoing.post(parts.url, { 'content-type': 'application/json', 'user-agent': 'Travesia-Webhooks', ...headers }, body)
}

const envelope = (delivery: DueDelivery, data: object) => ({
  id: toEventId(delivery.event_id),
  type: delivery.event_type,
  timestamp: delivery.event_timestamp,
  subject: { object: delivery.subject, id: delivery.subject_id, tripId: delivery.trip_id },
  changed: delivery.changed,
  data,
})

/** The secret, and for a day after a rotation the one before it. */
function keysOf({ vault }: DeliveryParts, { secret, previous_secret, previous_secret_until }: Recipient): (at: Date) => Buffer[] {
  const [key, previous] = [secret, previous_secret].map((sealed) => sealed && signingKeyOf(vault.open(sealed)))
  const until = previous_secret_until ?? ''
  return (at) => (previous && at.toISOString() < until ? [key as Buffer, previous] : [key as Buffer])
}

async function giveUp(parts: DeliveryParts, lane: Lane, { key_id }: Recipient, failingSince: string): Promise<void> {
  await operatorWrite(parts.writer, lane.agencyId, (db) => switchOff(db, lane.endpointId, 'no_success_for_3_days'))
  parts.notify({ ...lane, keyId: key_id, failingSince })
}

const timeOf = ({ now }: DeliveryParts): Date => now?.() ?? new Date()

/** The same rejection is met again where the last results are settled. */
function toldAtTheEnd(): void {}

function toldWhereItIsUsed(): void {}
