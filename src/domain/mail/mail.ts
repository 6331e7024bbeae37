import type { AgencyId } from '../../db/tenant.ts'

/** What mail is sent for. With the id of what it is about, it tells whether somebody's mail went out. */
export type MailKind = 'webhook_endpoint_off'

export interface MailContent {
  subject: string
  text: string
  html: string
}

export interface NewMail extends MailContent {
  kind: MailKind
  aboutId: string
  to: string
}

/** What one job is about. */
export interface MailJob {
  agencyId: AgencyId
  mailId: string
}
