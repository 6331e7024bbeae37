import type pg from 'pg'
import { operatorWrite } from '../db/operator-write.ts'
import {
  type DueDelivery,
  discardAll,
  findRecipient,
  giveUpEndpoint,
  isGivenUp,
  type Lane,
  type Recipient,
  takeDue,
} from '../domain/webhooks/index.ts'
import type { Caller } from '../operations/caller.ts'
import type { Surroundings } from '../operations/operation.ts'
import { readSubjects } from '../operations/read-subject.ts'
import type { Vault } from '../vault.ts'
import { type AttemptParts, addresseeOf, attempt } from './attempt.ts'
import { readerAhead } from './read-ahead.ts'
import { keepResults, type Results } from './results.ts'

/** Attempts at a time to one endpoint. */
export const AT_A_TIME = 10
const TAKEN_AT_ONCE = 2000
/** Then others get their turn, and this endpoint another later. */
const TURN_MS = 2000

export interface SwitchedOff {
  agencyId: string
  endpointId: string
  keyId: string
  failingSince: string
}

export interface DeliveryParts extends Omit<AttemptParts, 'now'> {
  reader: pg.Pool
  writer: pg.Pool
  vault: Vault
  /** Whose key it is; undefined once it is revoked or has expired. */
  callerOf(agencyId: string, keyId: string): Promise<Caller | undefined>
  /** What surrounds the operation that reads an event's subject for them. */
  surroundings(caller: Caller): Surroundings
  /** Waited for before each attempt: people come first. */
  courtesy(): Promise<void> | undefined
  /** Told when an endpoint was given up; its owner gets mail. */
  notify(switchedOff: SwitchedOff): void
  /** Where that mail says that it can be switched on again. */
  baseUrl(): string
  now?: () => Date
}

type Parts = DeliveryParts & AttemptParts

/** Makes the attempts that are due to one endpoint, until none is left or its turn is over. The caller holds its lease. */
export async function deliverDue(given: DeliveryParts, lane: Lane, isStopping: () => boolean = () => false): Promise<void> {
  const parts: Parts = { ...given, now: given.now ?? (() => new Date()) }
  const results = keepResults(parts.writer, lane, parts.now)
  const turnEndsAt = performance.now() + TURN_MS
  const isOver = () => isStopping() || results.isBroken() || performance.now() >= turnEndsAt
  try {
    await deliverUntil(isOver, parts, lane, results)
  } finally {
    await results.close()
  }
}

async function deliverUntil(isOver: () => boolean, parts: Parts, lane: Lane, results: Results): Promise<void> {
  let next: Promise<DueDelivery[]> | undefined
  do {
    const recipient = await findRecipient(parts.reader, lane)
    if (!recipient) {
      await results.complete()
      await discardAll(parts.writer, lane, parts.now())
      return
    }
    // one at a time to a receiver that fails: it may be hanging
    const most = recipient.failing_since === null ? TAKEN_AT_ONCE : 1
    const due = await (next ?? takeDue(parts.reader, lane, parts.now(), most))
    if (due.length === 0) return
    // taken from behind these, whose results may not be written down yet
    next = due.length === TAKEN_AT_ONCE ? takeDue(parts.reader, lane, parts.now(), most, due.at(-1)) : undefined
    next?.catch(toldWhereItIsUsed)
    const wentWell = await attemptAll(parts, lane, recipient, due, results, isOver)
    if (wentWell && next !== undefined) continue

    next = undefined
    const failingSince = await results.complete()
    if (isGivenUp(failingSince, parts.now().toISOString())) return giveUp(parts, lane, recipient, failingSince as string)
  } while (!isOver())
}

/**
 * Attempts what was taken, several at a time but never two about one subject, so that what a receiver hears last of a
 * subject is what was read last. Stops taking up new ones after a failure, and when the turn is over; answers whether there
 * was no failure.
 */
async function attemptAll(
  parts: Parts,
  lane: Lane,
  recipient: Recipient,
  due: DueDelivery[],
  results: Results,
  isOver: () => boolean,
): Promise<boolean> {
  const callerNow = () => parts.callerOf(lane.agencyId, recipient.key_id)
  const addressee = addresseeOf(parts.vault, recipient)
  const bySubject = [...Map.groupBy(due, ({ subject, subject_id }) => `${subject} ${subject_id}`).values()]
  const readAhead = readerAhead(bySubject.flat(), async (deliveries) => {
    const caller = await callerNow()
    return caller ? readSubjects(parts.surroundings(caller), deliveries) : () => ({})
  })
  let wentWell = true

  const subjects = bySubject.values()
  async function takeUp(): Promise<void> {
    for (const deliveries of subjects) {
      for (const delivery of deliveries) {
        await parts.courtesy()
        const result = (await callerNow()) ? await attempt(parts, addressee, delivery, readAhead) : discarded(delivery)
        results.add(result)
        wentWell &&= result.status === 'delivered' || result.status === 'discarded'
        if (!wentWell || isOver()) return
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, takeUp))
  return wentWell
}

const discarded = (delivery: DueDelivery) => ({ delivery, status: 'discarded' as const, attempt: undefined, nextAttemptAt: undefined })

async function giveUp(parts: Parts, lane: Lane, { key_id }: Recipient, failingSince: string): Promise<void> {
  const { endpointId, agencyId } = lane
  const isOff = await operatorWrite(parts.writer, agencyId, (db) => giveUpEndpoint(db, endpointId, parts.now(), parts.baseUrl()))
  if (isOff) parts.notify({ ...lane, keyId: key_id, failingSince })
}

function toldWhereItIsUsed(): void {}
