import type pg from 'pg'
import { findQueued, type MailJob, RETRY_AFTER_SECONDS, retryAt, settle } from '../domain/mail/index.ts'
import type { Carrier } from './carrier.ts'

export interface MailTried extends MailJob {
  kind: string
  status: 'queued' | 'sent' | 'failed'
  tries: number
  reason?: string
}

export interface MailParts {
  reader: pg.Pool
  writer: pg.Pool
  carrier: Carrier
  /** Told of every try: ids and numbers, nothing of the person or the mail. */
  onMail(tried: MailTried): void
  now?: () => Date
  /** Seconds after each failed try. */
  mailSchedule?: readonly number[]
}

/**
 * One try to send a mail. A process that dies between sending and writing it down leaves the mail queued, and it goes out once
 * more, by the same name.
 */
export async function sendMail(parts: MailParts, job: MailJob, signal?: AbortSignal): Promise<void> {
  const mail = await findQueued(parts.reader, job)
  if (!mail) return
  const { kind, tries, ...outgoing } = mail
  const outcome = await parts.carrier.carry(outgoing, signal)
  const now = parts.now?.() ?? new Date()
  const tried = { agencyId: job.agencyId, mailId: job.mailId, kind, tries: tries + 1 }
  if (outcome.taken) {
    await settle(parts.writer, job, now, { status: 'sent' })
    return parts.onMail({ ...tried, status: 'sent' })
  }
  const { forGood, reason } = outcome
  const nextTryAt = forGood ? undefined : retryAt(tries + 1, now, parts.mailSchedule ?? RETRY_AFTER_SECONDS)
  const status = nextTryAt ? 'queued' : 'failed'
  await settle(parts.writer, job, now, { status, reason, nextTryAt })
  parts.onMail({ ...tried, status, reason })
}
