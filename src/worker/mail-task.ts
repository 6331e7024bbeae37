import type { JobHelpers } from 'graphile-worker'
import { type MailJob, postpone } from '../domain/mail/index.ts'
import { MAILS_AT_A_TIME, type MailSettings } from '../mail/carrier.ts'
import { carrierAtNeed } from '../mail/carrier-at-need.ts'
import { type MailParts, sendMail } from '../mail/send-mail.ts'

export type MailTaskParts = Omit<MailParts, 'carrier'> & { mail: MailSettings }

/** One job a mail. Only so many run at a time: a mail server that hangs leaves the other jobs alone. */
export function mailTask(given: MailTaskParts) {
  const carrier = carrierAtNeed(given.mail)
  const parts = { ...given, carrier }
  let running = 0
  const isFull = () => running >= MAILS_AT_A_TIME
  return {
    isFull,
    async run(payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>): Promise<void> {
      const job = payload as MailJob
      // it was asked for while there was still room, as others were
      if (isFull()) return postpone(parts.writer, job)
      running++
      try {
        await sendMail(parts, job, abortSignal)
      } finally {
        running--
      }
    },
    close: carrier.close,
  }
}
