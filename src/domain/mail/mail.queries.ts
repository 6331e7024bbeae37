import { sql } from 'kysely'
import { type Runs, rowsOf } from '../../db/query.ts'
import { type WriteDb, writeTime } from '../../db/tenant.ts'
import type { MailJob, NewMail } from './mail.ts'

/** A row and its job, or neither: both are of the transaction that is open. */
export async function insertMail(db: WriteDb, id: string, { kind, aboutId, to, subject, text, html }: NewMail): Promise<void> {
  const about = { id, kind, about_id: aboutId, recipient: to, subject }
  await db.rows(db.insert('mails', { ...about, body_text: text, body_html: html, status: 'queued', next_try_at: writeTime }))
  await db.rows(sql`select add_mail_job(${db.agencyId}, ${id}, ${writeTime})`)
}

/** For one that can't be sent to anybody. */
export const insertFailed = (db: WriteDb, id: string, { kind, aboutId, to, subject }: NewMail, reason: string) =>
  db.rows(db.insert('mails', { id, kind, about_id: aboutId, recipient: to, subject, status: 'failed', last_error: reason }))

interface QueuedMail {
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  tries: number
}

/** Undefined when it was sent, has failed, or is too old to be there. */
export async function findQueued(reader: Runs, { agencyId, mailId }: MailJob): Promise<QueuedMail | undefined> {
  const [row] = await rowsOf(
    reader,
    sql<QueuedMail>`
      select id, kind, recipient as "to", subject, body_text as text, body_html as html, tries
      from mails where agency_id = ${agencyId} and id = ${mailId} and status = 'queued'`,
  )
  return row
}

interface Outcome {
  status: 'queued' | 'sent' | 'failed'
  reason?: string
  /** Of one that stays queued. */
  nextTryAt?: Date | undefined
}

/** Writes a try down; where another one follows, with its job. */
export const settle = (writer: Runs, { agencyId, mailId }: MailJob, now: Date, { status, reason, nextTryAt }: Outcome) =>
  rowsOf(
    writer,
    sql`select settle_mail(${agencyId}, ${mailId}, ${now.toISOString()}::timestamptz, ${status}, ${reason ?? null},
      ${nextTryAt?.toISOString() ?? null}::timestamptz)`,
  )

/** For a job that can't be done at the moment: another one takes its place, and no try is counted. */
export async function postpone(writer: Runs, { agencyId, mailId }: MailJob): Promise<void> {
  await rowsOf(writer, sql`select add_mail_job(${agencyId}, ${mailId}, clock_timestamp() + interval '1 second')`)
}
