import type { Sender } from './address.ts'

/** In one process. */
export const MAILS_AT_A_TIME = 4

/** One mail to one person, as it leaves. */
export interface OutgoingMail {
  /** Names it for good: a mail that is sent twice can be told from two mails. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** What became of a try. A reason names no person and quotes nothing: it may be logged. */
export type Taken = { taken: true } | { taken: false; forGood: boolean; reason: string }

/** Takes mail away: a mail server, or a folder where there is none. */
export interface Carrier {
  /** Never throws. The signal ends a try that takes too long for whoever waits. */
  carry(mail: OutgoingMail, signal?: AbortSignal): Promise<Taken>
  close(): Promise<void>
}

export interface MailSettings {
  smtpUrl: string | undefined
  from: Sender
  /** Where mail is kept when there is no server for it. */
  folder: string
}
